import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'

import type {
  LedgerAccount,
  LedgerKind,
  UnmatchedChargeOutcome,
  UnmatchedChargeState,
} from '@kundig/contract/books/ledger-kinds'

import { instant, madeId } from './columns.ts'

export const ledgerJournals = pgTable('ledger_journals', {
  id: madeId(),
  stripeBalanceTransaction: text('stripe_balance_transaction').notNull(),
  stripeAccount: text('stripe_account').notNull(),
  livemode: boolean('livemode').notNull(),
  type: text('type').notNull(),
  kind: text('kind').$type<LedgerKind>().notNull(),
  balanceType: text('balance_type').notNull(),
  source: text('source'),
  paymentIntent: text('payment_intent'),
  /** Amount in cents; the next two columns are also in cents. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  fee: bigint('fee', { mode: 'number' }).notNull(),
  net: bigint('net', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  paymentRequestId: uuid('payment_request_id'),
  sellerId: uuid('seller_id'),
  refundId: uuid('refund_id'),
  disputeId: uuid('dispute_id'),
  createdAt: instant('created_at').notNull(),
  availableOn: instant('available_on').notNull(),
  postedAt: instant('posted_at')
    .notNull()
    .default(sql`clock_timestamp()`),
})

export const ledgerLines = pgTable(
  'ledger_lines',
  {
    journalId: uuid('journal_id').notNull(),
    lineNo: smallint('line_no').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    /** Amount in cents; a debit is positive. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  ({ journalId, lineNo }) => [primaryKey({ columns: [journalId, lineNo] })],
)

export const ledgerDays = pgTable(
  'ledger_days',
  {
    /** Day in Amsterdam's time zone. */
    day: date('day').notNull(),
    stripeAccount: text('stripe_account').notNull(),
    livemode: boolean('livemode').notNull(),
    currency: text('currency').notNull(),
    balanceType: text('balance_type').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    /** Amount in cents; a debit is positive. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    lines: integer('lines').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.stripeAccount,
        table.livemode,
        table.currency,
        table.day,
        table.balanceType,
        table.kind,
        table.account,
      ],
    }),
  ],
)

export const ledgerChecks = pgTable('ledger_checks', {
  id: madeId(),
  lookedAt: instant('looked_at')
    .notNull()
    .default(sql`clock_timestamp()`),
  stripeAccount: text('stripe_account').notNull(),
  livemode: boolean('livemode').notNull(),
  currency: text('currency').notNull(),
  /** Balance according to our own ledger lines (cents); `actual` is Stripe's balance. */
  expected: bigint('expected', { mode: 'number' }).notNull(),
  actual: bigint('actual', { mode: 'number' }).notNull(),
  lastTransaction: text('last_transaction'),
  counts: boolean('counts').notNull(),
  suspects: text('suspects').array().notNull().default([]),
})

export const ledgerWork = pgTable('ledger_work', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  dueAt: instant('due_at').notNull().defaultNow(),
  tries: integer('tries').notNull().default(0),
})

export const unknownPayments = pgTable('unknown_payments', {
  id: madeId(),
  stripeChargeId: text('stripe_charge_id').notNull(),
  stripePaymentIntentId: text('stripe_payment_intent_id'),
  livemode: boolean('livemode').notNull(),
  /** Payment request that the charge's metadata names. */
  paymentRequestId: uuid('payment_request_id'),
  /** Amount in cents. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  state: text('state').$type<UnmatchedChargeState>().notNull().default('open'),
  outcome: text('outcome').$type<UnmatchedChargeOutcome>(),
  decidedBy: uuid('decided_by'),
  decidedAt: instant('decided_at'),
  createdAt: instant('created_at').notNull(),
  foundAt: instant('found_at')
    .notNull()
    .default(sql`clock_timestamp()`),
})

export const unknownBalanceTypes = pgTable('unknown_balance_types', {
  type: text('type').primaryKey(),
  firstTransaction: text('first_transaction').notNull(),
  foundAt: instant('found_at')
    .notNull()
    .default(sql`clock_timestamp()`),
  seenBy: uuid('seen_by'),
  seenAt: instant('seen_at'),
})
