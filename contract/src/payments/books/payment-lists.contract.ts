import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../../errors/declared-errors.ts'
import { PAYMENTS } from '../../limits.ts'
import { id, instant } from '../../schemas.ts'
import { PAYMENT_STATUSES } from '../payment-life-cycle.ts'
import { REFUND_STATUSES } from '../refunds/refund-life-cycle.ts'
import { receiptOfMessage } from './receipt-of-message.ts'

const cents = z.int()
/** Null while it is still to be made. */
const receipt = receiptOfMessage.nullable()
/** By the name that they have now; empty where there is none any more. */
const person = z.object({ id, name: z.string() })
/** What both lists have of a payment. */
const listed = {
  id,
  room_id: id,
  /** Empty where the seller gave none. */
  description: z.string(),
  amount: cents,
  currency: z.literal(PAYMENTS.currency),
  /** When it was paid, or asked for. */
  at: instant,
  /** Whether no money moved: Stripe in test mode, or the simulator. */
  is_test: z.boolean(),
  receipt,
}

const paidPayment = z.object({
  ...listed,
  seller: person,
  status: z.enum(PAYMENT_STATUSES),
  /** With what card; null where nobody knows, or it is not paid. */
  paid_with: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
  /** What came back, or is on its way back (cents). */
  refunded: cents,
  /** The oldest first. */
  refunds: z.array(z.object({ id, amount: cents, status: z.enum(REFUND_STATUSES), at: instant, receipt })),
})
export type PaidPayment = z.infer<typeof paidPayment>

/** In cents: `net` is what is left of `gross` once the rest is taken from it. A fee that went back is not in `fee` any more. */
const sums = {
  gross: cents,
  fee: cents,
  refunded: cents,
  /** What buyers' banks took back. */
  disputed: cents,
  net: cents,
}

const earnedPayment = z.object({ ...listed, buyer: person, ...sums })
export type EarnedPayment = z.infer<typeof earnedPayment>

const earnings = z.object({
  /** Whether they can be paid, or ever were. */
  is_seller: z.boolean(),
  /** Whether all of this is of test payments, as all that is paid here now; otherwise none of it is. */
  is_test: z.boolean(),
  payments: z.int(),
  totals: z.object(sums),
  /** From the first month with a payment to this one, by months of Amsterdam; what went back is in the month in which it did. */
  months: z.array(z.object({ month: z.string(), ...sums })),
  /** What Stripe pays out to their bank; null as long as nothing is known of that. */
  payouts: z
    .object({
      on_its_way: cents,
      paid_out: cents,
      next: z.object({ amount: cents, arrival_date: z.iso.date() }).nullable(),
    })
    .nullable(),
})
export type Earnings = z.infer<typeof earnings>

/** Where the list of a seller's payments is as a file for spreadsheets. */
export const EARNINGS_CSV_PATH = '/api/payments/earnings.csv'

const page = z.strictObject({
  /** The last of the page before. */
  cursor: id.optional(),
})
const COMMON = ['NO_SESSION', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT'] as const

/** What people paid, and what they were paid. */
export const paymentListsContract = {
  paid: oc
    .route({
      method: 'GET',
      path: '/payments/paid',
      tags: ['Paying'],
      summary: 'What you paid, and what you are asked for, the latest request first, with receipts',
    })
    .input(page)
    .output(z.object({ items: z.array(paidPayment), next_cursor: id.nullable() }))
    .errors(errors(...COMMON)),

  earned: oc
    .route({
      method: 'GET',
      path: '/payments/earned',
      tags: ['Selling'],
      summary: 'What you were paid, the latest request first, with what was taken from it',
    })
    .input(page)
    .output(z.object({ items: z.array(earnedPayment), next_cursor: id.nullable() }))
    .errors(errors(...COMMON)),

  earnings: oc
    .route({
      method: 'GET',
      path: '/payments/earnings',
      tags: ['Selling'],
      summary: 'What you earned, in all and by month',
    })
    .output(earnings)
    .errors(errors('NO_SESSION', 'TOO_MANY_ATTEMPTS')),
}
