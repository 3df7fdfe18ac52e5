import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { id, instant } from '../schemas.ts'
import { bookAmounts } from './books.contract.ts'
import { refundablePayment } from './refunds.contract.ts'

export const PAYMENT_EVENTS_SHOWN = 50

/** Event of a payment, from our rows or from Stripe's events. */
export const timelineEntry = z.object({
  at: instant,
  kind: z.enum(['asked', 'decided', 'attempt', 'refund', 'dispute', 'warning', 'event']),
  /** State in our database, type of a Stripe event, or Stripe's code of a failed attempt. */
  word: z.string(),
  /** Payment method of an attempt: wallet, brand and last digits of the card, in Stripe's names. */
  method: z.string().nullable(),
  /** Amount of a request or refund (cents). */
  amount: z.int().nullable(),
  /** True for a handled Stripe event; null for other entries. */
  is_handled: z.boolean().nullable(),
})
export type PaymentTimelineEntry = z.infer<typeof timelineEntry>

/** Stripe's current state of a payment. */
export const stripeAnswer = z.object({
  status: z.string(),
  /** `amount`, `received` and `refunded` are in cents. */
  amount: z.int(),
  received: z.int(),
  refunded: z.int(),
  /** Stripe's names of the fields that differ from our database. */
  differs: z.array(z.string()),
})
export type StripeAnswer = z.infer<typeof stripeAnswer>

export const issuedReceipt = z.object({
  id,
  number: z.string(),
  kind: z.enum(['payment', 'refund']),
  is_test: z.boolean(),
  issued_at: instant,
})

const tags = ['Operations']
const COMMON = [
  'NOT_FOUND',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_OFF',
  'INVALID_INPUT',
  'PAYMENT_REQUEST_NOT_FOUND',
] as const
const input = z.strictObject({ payment_id: id })

export const paymentsLookupContract = {
  paymentTimeline: oc
    .route({
      method: 'GET',
      path: '/operations/payments/{payment_id}/timeline',
      tags,
      summary: "The timeline of a payment: our records and Stripe's events, oldest first",
    })
    .input(input)
    .output(
      z.object({
        items: z.array(timelineEntry),
        /** Effect of the payment on the Stripe balance so far; null before the ledger has an entry. */
        money: bookAmounts.nullish(),
      }),
    )
    .errors(declareErrors(...COMMON)),

  paymentReceipts: oc
    .route({
      method: 'GET',
      path: '/operations/payments/{payment_id}/receipts',
      tags,
      summary: 'The receipts of a payment and its refunds, oldest first',
      description: 'Each is a PDF at `/api/operations/payments/{payment_id}/receipts/{id}`.',
    })
    .input(input)
    .output(z.object({ items: z.array(issuedReceipt) }))
    .errors(declareErrors(...COMMON)),

  askStripe: oc
    .route({
      method: 'POST',
      path: '/operations/payments/{payment_id}/ask-stripe',
      tags,
      summary: 'Compare a payment with Stripe',
      description: 'Changes nothing. `answer` is null if Stripe is unavailable.',
    })
    .input(input)
    .output(z.object({ answer: stripeAnswer.nullable() }))
    .errors(declareErrors(...COMMON)),

  lookAgain: oc
    .route({
      method: 'POST',
      path: '/operations/payments/{payment_id}/look-again',
      tags,
      summary: 'Reconcile a payment with Stripe',
      description: 'For moderators and owners. Recorded in the audit log.',
    })
    .input(input)
    .output(refundablePayment)
    .errors(declareErrors(...COMMON, 'ROLE_NEEDED', 'PROVIDER_UNAVAILABLE', 'PAYMENT_STATUS_FAILED')),
}
