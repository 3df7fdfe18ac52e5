import type { Acts, Scene } from './acts.ts'

type Story = (acts: Acts, scene: Scene) => Promise<unknown>

const third = ({ cents }: Scene): number => Math.floor(cents / 3)

export const STORIES: readonly Story[] = [
  () => Promise.resolve(),
  // Refunds by the seller: all, a part, concurrent parts, and concurrent refunds above the payment.
  (acts, scene) => acts.refundBySeller(scene, scene.cents),
  (acts, scene) => acts.refundBySeller(scene, third(scene)),
  (acts, scene) => Promise.all([1, 2].map(() => acts.refundBySeller(scene, third(scene)))),
  (acts, scene) => Promise.all([1, 2, 3, 4].map(() => acts.refundBySeller(scene, third(scene)))),
  // Refunds by an operator, alone and concurrent with the seller's.
  (acts, scene) => acts.refundByOperator(scene, third(scene)),
  (acts, scene) => Promise.all([acts.refundByOperator(scene, scene.cents), acts.refundBySeller(scene, scene.cents)]),
  // Refund requests of the buyer, answered by seller or operator.
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
  // Refunds at Stripe's dashboard: full, concurrent with the seller's, answering a request, and failing later.
  (acts, scene) => acts.refundAtStripe(scene),
  (acts, scene) => Promise.all([acts.refundAtStripe(scene, third(scene)), acts.refundBySeller(scene, third(scene))]),
  async (acts, scene) => {
    await acts.askForRefund(scene, third(scene))
    await acts.refundAtStripe(scene, third(scene))
  },
  async (acts, scene) => acts.failRefund(await acts.refundAtStripe(scene, third(scene))),
  // Disputes: lost and won, also after a refund; an inquiry, also one that becomes a dispute.
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
  // A fraud warning, and a refund in time.
  (acts, scene) => acts.warnOfFraud(scene),
  async (acts, scene) => {
    await acts.warnOfFraud(scene)
    await acts.refundBySeller(scene, scene.cents)
  },
]

export const UNPAID: readonly Story[] = [
  () => Promise.resolve(),
  (acts, scene) => acts.decline(scene),
  // Concurrent payment and withdrawal: exactly one wins.
  (acts, scene) => Promise.all([acts.pay(scene), acts.withdraw(scene)]),
]

/** Every nth buyer's tab claims the payment; the others close as soon as Stripe has the money. */
export const CLAIMED_EVERY = 2
export const UNPAID_EVERY = 10
