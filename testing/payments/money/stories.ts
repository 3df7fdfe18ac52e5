import type { Acts, MoneyScenario } from './acts.ts'

type Story = (acts: Acts, scenario: MoneyScenario) => Promise<unknown>

const third = ({ cents }: MoneyScenario): number => Math.floor(cents / 3)

export const STORIES: readonly Story[] = [
  () => Promise.resolve(),
  // Refunds by the seller: all, a part, concurrent parts, and concurrent refunds above the payment.
  (acts, scenario) => acts.refundBySeller(scenario, scenario.cents),
  (acts, scenario) => acts.refundBySeller(scenario, third(scenario)),
  (acts, scenario) => Promise.all([1, 2].map(() => acts.refundBySeller(scenario, third(scenario)))),
  (acts, scenario) => Promise.all([1, 2, 3, 4].map(() => acts.refundBySeller(scenario, third(scenario)))),
  // Refunds by an operator, alone and concurrent with the seller's.
  (acts, scenario) => acts.refundByOperator(scenario, third(scenario)),
  (acts, scenario) =>
    Promise.all([acts.refundByOperator(scenario, scenario.cents), acts.refundBySeller(scenario, scenario.cents)]),
  // Refund requests of the buyer, answered by seller or operator.
  async (acts, scenario) => {
    await acts.askForRefund(scenario, third(scenario))
    await acts.refundBySeller(scenario, third(scenario))
  },
  async (acts, scenario) => {
    await acts.askForRefund(scenario, scenario.cents)
    await acts.declineRefund(scenario)
  },
  async (acts, scenario) => {
    await acts.askForRefund(scenario, third(scenario))
    await Promise.all([acts.refundByOperator(scenario, third(scenario)), acts.declineRefund(scenario)])
  },
  // Refunds at Stripe's dashboard: full, concurrent with the seller's, answering a request, and failing later.
  (acts, scenario) => acts.refundAtStripe(scenario),
  (acts, scenario) =>
    Promise.all([acts.refundAtStripe(scenario, third(scenario)), acts.refundBySeller(scenario, third(scenario))]),
  async (acts, scenario) => {
    await acts.askForRefund(scenario, third(scenario))
    await acts.refundAtStripe(scenario, third(scenario))
  },
  async (acts, scenario) => acts.failRefund(await acts.refundAtStripe(scenario, third(scenario))),
  // Disputes that stay open, are won or lost, or coincide with a refund. Inquiries that stay open or become a dispute.
  (acts, scenario) => acts.dispute(scenario),
  async (acts, scenario) => acts.continueDispute(await acts.dispute(scenario), 'win'),
  async (acts, scenario) => acts.continueDispute(await acts.dispute(scenario), 'lose'),
  async (acts, scenario) => {
    await acts.refundBySeller(scenario, third(scenario))
    await acts.continueDispute(await acts.dispute(scenario), 'lose')
  },
  (acts, scenario) => Promise.all([acts.dispute(scenario), acts.refundBySeller(scenario, third(scenario))]),
  (acts, scenario) => acts.dispute(scenario, { as_inquiry: true, amount: third(scenario) }),
  async (acts, scenario) => {
    const id = await acts.dispute(scenario, { as_inquiry: true })
    await acts.continueDispute(id, 'ask_for_more')
  },
  // A fraud warning alone, and one with a refund in time.
  (acts, scenario) => acts.warnOfFraud(scenario),
  async (acts, scenario) => {
    await acts.warnOfFraud(scenario)
    await acts.refundBySeller(scenario, scenario.cents)
  },
]

export const UNPAID: readonly Story[] = [
  () => Promise.resolve(),
  (acts, scenario) => acts.decline(scenario),
  // Concurrent payment and withdrawal: exactly one wins.
  (acts, scenario) => Promise.all([acts.pay(scenario), acts.withdraw(scenario)]),
]

/** Every nth buyer's tab reports the payment to Kundig. The other tabs close as soon as Stripe has the money. */
export const CLAIMED_EVERY = 2
export const UNPAID_EVERY = 10
