import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../errors/declared-errors.ts'
import { id, instant } from '../schemas.ts'
import { bookAmounts } from './books.contract.ts'
import { refundablePayment } from './refunds.contract.ts'

/** So many events of Stripe about one payment are shown, the latest. */
export const PAYMENT_EVENTS_SHOWN = 50

/** What happened to a payment, in order of time: our rows, and what Stripe told us. */
export const timelineEntry = z.object({
  at: instant,
  kind: z.enum(['asked', 'decided', 'attempt', 'refund', 'dispute', 'warning', 'event']),
  /** A state of ours, the type of Stripe's event, or why an attempt failed by Stripe's code. */
  word: z.string(),
  /** What an attempt was made with: wallet, brand and last digits of the card, by Stripe's names. */
  method: z.string().nullable(),
  /** In cents, of what was asked and of refunds. */
  amount: z.int().nullable(),
  /** Of an event: whether it was handled. */
  is_handled: z.boolean().nullable(),
})
export type PaymentTimelineEntry = z.infer<typeof timelineEntry>

/** A payment as Stripe has it at this moment. */
export const stripeAnswer = z.object({
  /** Stripe's own word. */
  status: z.string(),
  /** In cents, as are the next two. */
  amount: z.int(),
  received: z.int(),
  refunded: z.int(),
  /** What differs from ours, by Stripe's names. */
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
      summary: 'What happened to a payment, the oldest first: our rows and the events of Stripe',
    })
    .input(input)
    .output(
      z.object({
        items: z.array(timelineEntry),
        /** What it moved on the Stripe balance so far; null where the books have nothing of it yet. */
        money: bookAmounts.nullish(),
      }),
    )
    .errors(errors(...COMMON)),

  paymentReceipts: oc
    .route({
      method: 'GET',
      path: '/operations/payments/{payment_id}/receipts',
      tags,
      summary: 'The receipts of a payment and of its refunds, the oldest first',
      description: 'Each is a PDF at `/api/operations/payments/{payment_id}/receipts/{id}`.',
    })
    .input(input)
    .output(z.object({ items: z.array(issuedReceipt) }))
    .errors(errors(...COMMON)),

  askStripe: oc
    .route({
      method: 'POST',
      path: '/operations/payments/{payment_id}/ask-stripe',
      tags,
      summary: 'How Stripe has a payment at this moment, and what differs from ours',
      description: 'It changes nothing. `answer` is null where Stripe could not be asked.',
    })
    .input(input)
    .output(z.object({ answer: stripeAnswer.nullable() }))
    .errors(errors(...COMMON)),

  lookAgain: oc
    .route({
      method: 'POST',
      path: '/operations/payments/{payment_id}/look-again',
      tags,
      summary: 'Take in what Stripe says of a payment, as the reconciliation does',
      description: 'For moderators and owners. Each is an entry of the log.',
    })
    .input(input)
    .output(refundablePayment)
    .errors(errors(...COMMON, 'ROLE_NEEDED', 'PROVIDER_UNAVAILABLE', 'PAYMENT_STATUS_FAILED')),
}
