import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { PAYMENTS } from '../limits.ts'
import { PAYMENT_STATUSES } from '../payments/payment-life-cycle.ts'
import { receiptOfMessage } from '../payments/receipt-of-message.ts'
import { REFUND_STATUSES } from '../refunds/refund-life-cycle.ts'
import { id, instant } from '../schemas.ts'

const cents = z.int()
/** Null until the receipt is issued. */
const receipt = receiptOfMessage.nullable()
const person = z.object({ id, name: z.string() })
const listed = {
  id,
  room_id: id,
  description: z.string(),
  amount: cents,
  currency: z.literal(PAYMENTS.currency),
  /** Time of the payment, or of the request while unpaid. */
  at: instant,
  /** True for payments of Stripe's test mode or the simulator. */
  is_test: z.boolean(),
  receipt,
}

const paidPayment = z.object({
  ...listed,
  seller: person,
  status: z.enum(PAYMENT_STATUSES),
  /** Card of the payment; null when unknown or unpaid. */
  paid_with: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
  /** Refunds, including pending ones (cents). */
  refunded: cents,
  refunds: z.array(z.object({ id, amount: cents, status: z.enum(REFUND_STATUSES), at: instant, receipt })),
})
export type PaidPayment = z.infer<typeof paidPayment>

/** Sums in cents. `net` is `gross` minus all other sums. `fee` excludes refunded fees. */
const sums = {
  gross: cents,
  fee: cents,
  refunded: cents,
  /** Amount that buyers' banks reversed (cents). */
  disputed: cents,
  net: cents,
}

const earnedPayment = z.object({ ...listed, buyer: person, ...sums })
export type EarnedPayment = z.infer<typeof earnedPayment>

const earnings = z.object({
  /** True for people who can receive payments, or have received one. */
  is_seller: z.boolean(),
  /** True when new payments are test payments. The answer then has only test payments, otherwise only real ones. */
  is_test: z.boolean(),
  payments: z.int(),
  totals: z.object(sums),
  /** Months since the first payment, in Amsterdam time. Refunds and disputes count in the month of their date. */
  months: z.array(z.object({ month: z.string(), ...sums })),
  /** Stripe's payouts to the bank; null while unknown. */
  payouts: z
    .object({
      on_its_way: cents,
      paid_out: cents,
      next: z.object({ amount: cents, arrival_date: z.iso.date() }).nullable(),
    })
    .nullable(),
})
export type Earnings = z.infer<typeof earnings>

export const EARNINGS_CSV_PATH = '/api/payments/earnings.csv'

const page = z.strictObject({
  cursor: id.optional(),
})
const COMMON = ['NO_SESSION', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT'] as const

export const paymentListsContract = {
  paid: oc
    .route({
      method: 'GET',
      path: '/payments/sent',
      tags: ['Paying'],
      summary: 'Payment requests you received, newest first, with receipts',
    })
    .input(page)
    .output(z.object({ items: z.array(paidPayment), next_cursor: id.nullable() }))
    .errors(declareErrors(...COMMON)),

  earned: oc
    .route({
      method: 'GET',
      path: '/payments/received',
      tags: ['Selling'],
      summary: 'Payment requests you created, newest first, with their deductions',
    })
    .input(page)
    .output(z.object({ items: z.array(earnedPayment), next_cursor: id.nullable() }))
    .errors(declareErrors(...COMMON)),

  earnings: oc
    .route({
      method: 'GET',
      path: '/payments/earnings',
      tags: ['Selling'],
      summary: 'Your earnings, in total and by month',
    })
    .output(earnings)
    .errors(declareErrors('NO_SESSION', 'TOO_MANY_ATTEMPTS')),
}
