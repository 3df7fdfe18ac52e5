import { oc } from '@orpc/contract'
import { z } from 'zod'

import {
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  UNMATCHED_CHARGE_OUTCOMES,
  UNMATCHED_CHARGE_STATES,
} from '../books/ledger-kinds.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { cursor, id, instant, createStorableTextSchema } from '../schemas.ts'
import { type BookColumn, BOOK_RANGES, UNMATCHED_CHARGES_MAX } from './book-columns.ts'

const cents = z.int()
/** Day that PostgreSQL also accepts: PostgreSQL has no year 0. */
const day = z.iso
  .date()
  .max(10)
  .refine((text) => text >= '2000')

/** Movements of the Stripe balance in cents; incoming money is positive. All movements add up to `change`. */
export const bookAmounts = z.object({
  payments: cents,
  fee: cents,
  stripe_cost: cents,
  refunds: cents,
  fee_returned: cents,
  disputes: cents,
  transfers: cents,
  payouts: cents,
  other: cents,
  change: cents,
} satisfies Record<BookColumn | 'change', typeof cents>)
export type BookAmounts = z.infer<typeof bookAmounts>

const row = bookAmounts.extend({
  period: z.string(),
  payments_count: z.int(),
  balance: cents,
  /** Confirmed difference of the period's last balance check; null without a check. */
  difference: cents.nullable(),
})
export type BookRow = z.infer<typeof row>

const balanceCheck = z.object({
  currency: z.string(),
  looked_at: instant,
  /** Balance according to the ledger, and to Stripe (cents). */
  expected: cents,
  actual: cents,
  /** True when two checks, ten minutes apart and without a transaction in between, found the same difference. */
  counts: z.boolean(),
  /** Time of the last check without a difference; null without such a check. */
  agreed_at: instant.nullable(),
  /** Stripe's ids of the transactions that may explain the difference. */
  suspects: z.array(z.string()),
})
export type BookBalanceCheck = z.infer<typeof balanceCheck>

/** Stripe charge without a payment request. */
const unmatchedCharge = z.object({
  id,
  stripe_charge_id: z.string(),
  stripe_payment_intent_id: z.string().nullable(),
  amount: cents,
  currency: z.string(),
  state: z.enum(UNMATCHED_CHARGE_STATES),
  outcome: z.enum(UNMATCHED_CHARGE_OUTCOMES).nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
})
export type UnmatchedCharge = z.infer<typeof unmatchedCharge>

export const books = z.object({
  time_zone: z.string(),
  currency: z.string(),
  rows: z.array(row),
  total: bookAmounts.extend({ payments_count: z.int() }),
  looks: z.array(balanceCheck),
  /** Undecided charges come first, then the newest charges. */
  unknown_payments: z.array(unmatchedCharge),
  /** Unknown transaction types of Stripe that no operator has acknowledged. */
  unknown_types: z.array(z.object({ type: z.string(), first_transaction: z.string(), found_at: instant })),
})
export type Books = z.infer<typeof books>

/** Transaction of the Stripe balance with its ledger lines. */
export const journal = z.object({
  /** Stripe's id. */
  transaction: z.string(),
  type: z.string(),
  kind: z.enum(LEDGER_KINDS),
  source: z.string().nullable(),
  payment_id: id.nullable(),
  /** In cents. */
  net: cents,
  currency: z.string(),
  created_at: instant,
  /** Debits are positive (cents). */
  lines: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: cents })),
})
export type Journal = z.infer<typeof journal>

const tags = ['Operations']
const COMMON = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT'] as const
const DECIDING = [...COMMON, 'ROLE_NEEDED', 'UNKNOWN_PAYMENT_NOT_FOUND', 'UNKNOWN_PAYMENT_DECIDED'] as const

export const booksContract = {
  books: oc
    .route({
      method: 'GET',
      path: '/operations/books',
      tags,
      summary: "The ledger by day or month, compared with Stripe's balance",
      description:
        'All amounts in cents. Movements are read from Stripe after each payment and every hour; the balance is ' +
        'compared every hour.',
    })
    .input(z.strictObject({ range: z.enum(BOOK_RANGES) }))
    .output(books)
    .errors(declareErrors(...COMMON)),

  booksOfDay: oc
    .route({
      method: 'GET',
      path: '/operations/books/{day}',
      tags,
      summary: 'The transactions of a day with their lines, oldest first',
    })
    .input(z.strictObject({ day, cursor: cursor.optional() }))
    .output(z.object({ items: z.array(journal), next_cursor: z.string().nullable() }))
    .errors(declareErrors(...COMMON)),

  lookAtBalance: oc
    .route({
      method: 'POST',
      path: '/operations/books/balance-check',
      tags,
      summary: 'Run a balance check',
      description: 'For moderators and owners. Also runs every hour.',
    })
    .input(z.strictObject({}))
    .output(z.object({ looks: z.array(balanceCheck) }))
    .errors(declareErrors(...COMMON, 'ROLE_NEEDED', 'PROVIDER_UNAVAILABLE', 'PAYMENT_STATUS_FAILED')),

  takeInPayment: oc
    .route({
      method: 'POST',
      path: '/operations/unmatched-charges/{id}/reconcile',
      tags,
      summary: 'Reconcile an unmatched charge',
      description:
        'For moderators and owners. `outcome` is `settled` if the payment request existed, `rebuilt` if it ' +
        'was created again in its chat, and `noted` if there is nothing to settle. Recorded in the audit log. At ' +
        `most ${UNMATCHED_CHARGES_MAX} are shown.`,
    })
    .input(z.strictObject({ id }))
    .output(unmatchedCharge)
    .errors(declareErrors(...DECIDING, 'PROVIDER_UNAVAILABLE', 'PAYMENT_STATUS_FAILED')),

  ignorePayment: oc
    .route({
      method: 'POST',
      path: '/operations/unmatched-charges/{id}/ignore',
      tags,
      summary: 'Ignore an unmatched charge',
      description: 'For moderators and owners, for charges that do not belong to this site. Recorded in the audit log.',
    })
    .input(z.strictObject({ id }))
    .output(unmatchedCharge)
    .errors(declareErrors(...DECIDING)),

  seeBalanceType: oc
    .route({
      method: 'POST',
      path: '/operations/balance-types/seen',
      tags,
      summary: 'Acknowledge an unknown balance transaction type',
      description: 'For owners. Ends the warning in health. Recorded in the audit log.',
    })
    .input(z.strictObject({ type: createStorableTextSchema(100).min(1) }))
    .output(z.object({}))
    .errors(declareErrors(...COMMON, 'ROLE_NEEDED')),
}
