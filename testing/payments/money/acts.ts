import { randomUUID } from 'node:crypto'

import type { Person } from '../../people/test-client.ts'
import type { Deal, PaymentEnvironment, PaymentMessage } from '../payment-environment.ts'
import type { Disturbances } from './disturbances.ts'
import type { Patience } from './patience.ts'

export interface MoneyScenario {
  deal: Deal
  message: PaymentMessage
  intent: string
  cents: number
}

export interface Acknowledged {
  table: 'refund_requests' | 'refunds'
  paymentId: string
  clientId: string
}

export interface ActsOptions {
  environment: PaymentEnvironment
  patience: Patience
  disturbances: Disturbances
  moderator: Person
}

const typed = (cents: number): string => (cents / 100).toFixed(2)
const TOO_LATE = [409]
const TOO_LATE_OR_REFUSED = [409, 502]

export function createPaymentActions({ environment, patience, disturbances, moderator }: ActsOptions) {
  const acknowledged: Acknowledged[] = []
  const { control } = environment

  async function refundPayment(
    by: 'operator' | 'seller',
    { deal, message: { payment_request_id: paymentId } }: MoneyScenario,
    cents: number,
  ): Promise<void> {
    await disturbances.before('refund')
    const input = { client_id: randomUUID(), amount: typed(cents), reason: 'They did not meet' }
    const [who, path] =
      by === 'seller'
        ? [deal.seller, `/api/payment-requests/${paymentId}/refunds`]
        : [moderator, `/api/operations/payments/${paymentId}/refunds`]
    const { status } = await patience.done(({ server }) => server.api(who, 'POST', path, input), TOO_LATE_OR_REFUSED)
    if (status === 200) acknowledged.push({ table: 'refunds', paymentId, clientId: input.client_id })
  }

  return {
    acknowledged,

    ask: async (deal: Deal, cents: number): Promise<MoneyScenario> => {
      await disturbances.before('payment')
      const client_id = randomUUID()
      const { body: message } = await patience.done(({ environment: by }) =>
        by.ask(deal.seller, deal.room.id, { client_id, amount: typed(cents) }),
      )
      const { intent } = await environment.stored(message)
      return { deal, message, intent, cents }
    },

    /** Pays in the browser and waits until Stripe reports a final state. The browser reports nothing to the server. */
    pay: async ({ deal, message, intent }: MoneyScenario): Promise<void> => {
      const { status, body } = await patience.done(({ environment: by }) => by.secret(deal.buyer, message), TOO_LATE)
      if (status !== 200) return
      await patience.until('it is paid, or cannot be', async () => {
        await environment.confirm(body.clientSecret).catch(() => undefined)
        const now = await environment.stripe.paymentIntents.retrieve(intent).catch(() => undefined)
        return now?.status === 'succeeded' || now?.status === 'canceled'
      })
    },

    claim: ({ deal, message }: MoneyScenario) =>
      patience.done(({ environment: by }) => by.claim(deal.buyer, message, 'completed'), TOO_LATE),
    decline: ({ deal, message }: MoneyScenario) =>
      patience.done(({ environment: by }) => by.decline(deal.buyer, message), TOO_LATE),
    withdraw: ({ deal, message }: MoneyScenario) =>
      patience.done(({ environment: by }) => by.withdraw(deal.seller, message), TOO_LATE),

    refundBySeller: (scenario: MoneyScenario, cents: number) => refundPayment('seller', scenario, cents),
    refundByOperator: (scenario: MoneyScenario, cents: number) => refundPayment('operator', scenario, cents),

    askForRefund: async ({ deal, message }: MoneyScenario, cents: number): Promise<void> => {
      const input = { client_id: randomUUID(), amount: typed(cents) }
      const { status } = await patience.done(
        ({ environment: by }) => by.requestRefund(deal.buyer, message, input),
        TOO_LATE,
      )
      const { payment_request_id: paymentId } = message
      if (status === 200) acknowledged.push({ table: 'refund_requests', paymentId, clientId: input.client_id })
    },
    declineRefund: ({ deal, message }: MoneyScenario) =>
      patience.done(({ environment: by }) => by.endRefundRequest(deal.seller, message, 'decline'), [...TOO_LATE, 404]),

    /** Refunds at Stripe's dashboard, which the server sees by events only. @returns the refund's id at Stripe */
    refundAtStripe: async ({ intent }: MoneyScenario, cents?: number): Promise<string> => {
      await disturbances.before('refund')
      const input = cents === undefined ? {} : { amount: cents }
      return (await control<{ id: string }>(`/payment_intents/${intent}/refund`, input)).id
    },
    failRefund: async (id: string): Promise<void> => {
      await disturbances.before('refund')
      await control(`/refunds/${id}/fail`)
    },

    dispute: async (
      { intent }: MoneyScenario,
      input: { as_inquiry?: boolean; amount?: number } = {},
    ): Promise<string> => {
      await disturbances.before('dispute')
      return (await control<{ id: string }>(`/payment_intents/${intent}/dispute`, input)).id
    },
    continueDispute: async (id: string, as: 'ask_for_more' | 'lose' | 'win'): Promise<void> => {
      await disturbances.before('dispute')
      await control(`/disputes/${id}/${as}`)
    },
    warnOfFraud: async ({ intent }: MoneyScenario): Promise<void> => {
      await disturbances.before('warning')
      await control(`/payment_intents/${intent}/warn_of_fraud`)
    },
  }
}

export type Acts = ReturnType<typeof createPaymentActions>
