import type { Acts, Scene } from './acts.ts'

/** What becomes of a payment once it is paid. */
type Story = (acts: Acts, scene: Scene) => Promise<unknown>

const third = ({ cents }: Scene): number => Math.floor(cents / 3)

/** Each payment has the next one of these. */
export const STORIES: readonly Story[] = [
  // It stays as it is.
  () => Promise.resolve(),
  // The seller refunds all of it, a part, two parts at once, and more than there is at once.
  (acts, scene) => acts.refundBySeller(scene, scene.cents),
  (acts, scene) => acts.refundBySeller(scene, third(scene)),
  (acts, scene) => Promise.all([1, 2].map(() => acts.refundBySeller(scene, third(scene)))),
  (acts, scene) => Promise.all([1, 2, 3, 4].map(() => acts.refundBySeller(scene, third(scene)))),
  // So does whoever runs the site, alone and against the seller.
  (acts, scene) => acts.refundByOperator(scene, third(scene)),
  (acts, scene) => Promise.all([acts.refundByOperator(scene, scene.cents), acts.refundBySeller(scene, scene.cents)]),
  // The buyer asks for it, and either answers.
  async (acts, scene) => {
    await acts.askForRefund(scene, third(scene))
    await acts.refundBySeller(scene, third(scene))
  },
  async (acts, scene) => {
    await acts.askForRefund(scene, scene.cents)
    await acts.declineRefund(scene)
  },
  async (acts, scene) => {
    await acts.askForRefund(scene, third(scene))
    await Promise.all([acts.refundByOperator(scene, third(scene)), acts.declineRefund(scene)])
  },
  // At Stripe's dashboard: all of it, parts beside the seller's, an answer to the buyer, and one that comes to nothing later.
  (acts, scene) => acts.refundAtStripe(scene),
  (acts, scene) => Promise.all([acts.refundAtStripe(scene, third(scene)), acts.refundBySeller(scene, third(scene))]),
  async (acts, scene) => {
    await acts.askForRefund(scene, third(scene))
    await acts.refundAtStripe(scene, third(scene))
  },
  async (acts, scene) => acts.failRefund(await acts.refundAtStripe(scene, third(scene))),
  // The buyer's bank: it disputes, and decides for either, also after a refund; it only asks; it asks, and then disputes.
  (acts, scene) => acts.dispute(scene),
  async (acts, scene) => acts.goOnWithDispute(await acts.dispute(scene), 'win'),
  async (acts, scene) => acts.goOnWithDispute(await acts.dispute(scene), 'lose'),
  async (acts, scene) => {
    await acts.refundBySeller(scene, third(scene))
    await acts.goOnWithDispute(await acts.dispute(scene), 'lose')
  },
  (acts, scene) => Promise.all([acts.dispute(scene), acts.refundBySeller(scene, third(scene))]),
  (acts, scene) => acts.dispute(scene, { as_inquiry: true, amount: third(scene) }),
  async (acts, scene) => {
    const id = await acts.dispute(scene, { as_inquiry: true })
    await acts.goOnWithDispute(id, 'ask_for_more')
  },
  // The card's network warns of fraud; the seller gives it back in time.
  (acts, scene) => acts.warnOfFraud(scene),
  async (acts, scene) => {
    await acts.warnOfFraud(scene)
    await acts.refundBySeller(scene, scene.cents)
  },
]

/** What becomes of what is asked for and need not be paid. */
export const UNPAID: readonly Story[] = [
  () => Promise.resolve(),
  (acts, scene) => acts.decline(scene),
  // Paid and withdrawn at one moment: it is one of the two.
  (acts, scene) => Promise.all([acts.pay(scene), acts.withdraw(scene)]),
]

/** Each so many-th buyer's tab tells our server that it is paid; the others are closed as soon as Stripe has the money. */
export const CLAIMED_EVERY = 2
/** Beside each so many-th payment something is asked for that need not be paid. */
export const UNPAID_EVERY = 10
