import { randomUUID } from 'node:crypto'

import type { Person } from '../../people/test-client.ts'
import type { Deal, PaymentEnvironment, PaymentMessage } from '../payment-environment.ts'
import type { Disturbances } from './disturbances.ts'
import type { Patience } from './patience.ts'

/** A payment that was asked for. */
export interface Scene {
  deal: Deal
  message: PaymentMessage
  /** The intent at Stripe. */
  intent: string
  /** How much it is of. */
  cents: number
}

/** What a server said that it has stored. */
export interface Acknowledged {
  table: 'refund_requests' | 'refunds'
  paymentId: string
  clientId: string
}

export interface ActsOptions {
  environment: PaymentEnvironment
  patience: Patience
  disturbances: Disturbances
  /** Who runs the site. */
  moderator: Person
}

const typed = (cents: number): string => (cents / 100).toFixed(2)
/** What is no more possible, as somebody or something else was first; and what Stripe refused. */
const TOO_LATE = [409]
const TOO_LATE_OR_REFUSED = [409, 502]

/** What people, whoever runs the site, banks and Stripe's dashboard do with a payment, while everything fails. */
export function createActs({ environment, patience, disturbances, moderator }: ActsOptions) {
  const acknowledged: Acknowledged[] = []
  const { control } = environment

  async function refund(
    by: 'operator' | 'seller',
    { deal, message: { payment_request_id: paymentId } }: Scene,
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

    ask: async (deal: Deal, cents: number): Promise<Scene> => {
      await disturbances.before('payment')
      const client_id = randomUUID()
      const { body: message } = await patience.done(({ environment: by }) =>
        by.ask(deal.seller, deal.room.id, { client_id, amount: typed(cents) }),
      )
      const { intent } = await environment.stored(message)
      return { deal, message, intent, cents }
    },

    /** In the browser, until Stripe says that it is paid, or that it cannot be any more; our server is told nothing. */
    pay: async ({ deal, message, intent }: Scene): Promise<void> => {
      const { status, body } = await patience.done(({ environment: by }) => by.secret(deal.buyer, message), TOO_LATE)
      if (status !== 200) return
      await patience.until('it is paid, or cannot be', async () => {
        await environment.confirm(body.clientSecret).catch(() => undefined)
        const now = await environment.stripe.paymentIntents.retrieve(intent).catch(() => undefined)
        return now?.status === 'succeeded' || now?.status === 'canceled'
      })
    },

    /** The buyer's tab tells that it is paid; Stripe's event may have been first. */
    claim: ({ deal, message }: Scene) =>
      patience.done(({ environment: by }) => by.claim(deal.buyer, message, 'completed'), TOO_LATE),
    decline: ({ deal, message }: Scene) =>
      patience.done(({ environment: by }) => by.decline(deal.buyer, message), TOO_LATE),
    withdraw: ({ deal, message }: Scene) =>
      patience.done(({ environment: by }) => by.withdraw(deal.seller, message), TOO_LATE),

    refundBySeller: (scene: Scene, cents: number) => refund('seller', scene, cents),
    refundByOperator: (scene: Scene, cents: number) => refund('operator', scene, cents),

    askForRefund: async ({ deal, message }: Scene, cents: number): Promise<void> => {
      const input = { client_id: randomUUID(), amount: typed(cents) }
      const { status } = await patience.done(
        ({ environment: by }) => by.requestRefund(deal.buyer, message, input),
        TOO_LATE,
      )
      const { payment_request_id: paymentId } = message
      if (status === 200) acknowledged.push({ table: 'refund_requests', paymentId, clientId: input.client_id })
    },
    declineRefund: ({ deal, message }: Scene) =>
      patience.done(({ environment: by }) => by.endRefundRequest(deal.seller, message, 'decline'), [...TOO_LATE, 404]),

    /** At Stripe's dashboard, of which we know by its events alone. @returns the id of the refund there */
    refundAtStripe: async ({ intent }: Scene, cents?: number): Promise<string> => {
      await disturbances.before('refund')
      const input = cents === undefined ? {} : { amount: cents }
      return (await control<{ id: string }>(`/payment_intents/${intent}/refund`, input)).id
    },
    /** The bank sends back what was refunded. */
    failRefund: async (id: string): Promise<void> => {
      await disturbances.before('refund')
      await control(`/refunds/${id}/fail`)
    },

    /** @returns the id of the dispute at Stripe */
    dispute: async ({ intent }: Scene, input: { as_inquiry?: boolean; amount?: number } = {}): Promise<string> => {
      await disturbances.before('dispute')
      return (await control<{ id: string }>(`/payment_intents/${intent}/dispute`, input)).id
    },
    goOnWithDispute: async (id: string, as: 'ask_for_more' | 'lose' | 'win'): Promise<void> => {
      await disturbances.before('dispute')
      await control(`/disputes/${id}/${as}`)
    },
    warnOfFraud: async ({ intent }: Scene): Promise<void> => {
      await disturbances.before('warning')
      await control(`/payment_intents/${intent}/warn_of_fraud`)
    },
  }
}

export type Acts = ReturnType<typeof createActs>
