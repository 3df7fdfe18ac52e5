import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import type { PayoutStatus } from '@kundig/contract/books/payout-life-cycle'
import type { ReceiptContent, ReceiptKind } from '@kundig/contract/books/receipt-content'
import type { FeeRule } from '@kundig/contract/payments/amounts/fee-rule'
import type {
  PaymentCancellation,
  PaymentEnding,
  PaymentStatus,
  SellerStake,
} from '@kundig/contract/payments/payment-life-cycle'
import type { DisputeStatus } from '@kundig/contract/refunds/dispute-life-cycle'
import type { Refunder, RefundStatus } from '@kundig/contract/refunds/refund-life-cycle'
import type { RefundRequestStatus } from '@kundig/contract/refunds/refund-request-life-cycle'

import { instant, madeId, stamps } from './columns.ts'

export type CapabilityStatus = 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported'
export type StripeLinkKind = 'customer' | 'connect_account'

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  stripeCustomerId: text('stripe_customer_id'),
  stripeConnectAccountId: text('stripe_connect_account_id'),
  transfersStatus: text('transfers_status').$type<CapabilityStatus>(),
  requirementsDue: text('requirements_due')
    .array()
    .notNull()
    .default(sql`'{}'`),
  ...stamps,
})

export const stripePlatforms = pgTable(
  'stripe_platforms',
  {
    keyDigest: text('key_digest').notNull(),
    stripeAccount: text('stripe_account').notNull(),
    livemode: boolean('livemode').notNull(),
    adopts: boolean('adopts'),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.keyDigest, table.stripeAccount, table.livemode] })],
)

export const stripeLinks = pgTable('stripe_links', {
  stripeId: text('stripe_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<StripeLinkKind>().notNull(),
  stripeAccount: text('stripe_account'),
  livemode: boolean('livemode'),
  goneAt: instant('gone_at'),
  ...stamps,
})

export const sellerStates = pgTable('seller_states', {
  stripeId: text('stripe_id').primaryKey(),
  transfersStatus: text('transfers_status').$type<CapabilityStatus>(),
  payoutsStatus: text('payouts_status').$type<CapabilityStatus>(),
  restrictedBy: text('restricted_by'),
  requirementsDue: text('requirements_due')
    .array()
    .notNull()
    .default(sql`'{}'`),
  dueBy: instant('due_by'),
  atStake: text('at_stake').$type<SellerStake>(),
  readyAt: instant('ready_at'),
  version: integer('version').notNull().default(1),
  nextReadAt: instant('next_read_at')
    .notNull()
    .default(sql`now() + interval '7 days'`),
  readsFailed: integer('reads_failed').notNull().default(0),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export const paymentRequests = pgTable('payment_requests', {
  id: madeId(),
  roomId: uuid('room_id').notNull(),
  seq: integer('seq'),
  clientId: uuid('client_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').$type<'eur'>().notNull(),
  description: text('description').notNull(),
  status: text('status').$type<PaymentStatus>().notNull().default('pending'),
  endedBy: text('ended_by').$type<Exclude<PaymentEnding, PaymentCancellation>>(),
  cancelledAs: text('cancelled_as').$type<PaymentCancellation>(),
  stripePaymentIntentId: text('stripe_payment_intent_id'),
  stripeCustomerId: text('stripe_customer_id'),
  stripeConnectAccountId: text('stripe_connect_account_id').notNull(),
  stripeAccount: text('stripe_account'),
  livemode: boolean('livemode'),
  feeAmount: integer('fee_amount').notNull().default(0),
  feeRule: jsonb('fee_rule').$type<FeeRule>(),
  intentNumber: integer('intent_number').notNull().default(1),
  replacedIntent: text('replaced_intent'),
  replacedFor: uuid('replaced_for'),
  pausedFor: uuid('paused_for'),
  checkAt: instant('check_at'),
  checks: integer('checks').notNull().default(0),
  expiresAt: instant('expires_at')
    .notNull()
    .default(sql`now() + interval '14 days'`),
  nextStepAt: instant('next_step_at')
    .notNull()
    .default(sql`now() + interval '12 days'`),
  ...stamps,
})

export const paymentAttempts = pgTable('payment_attempts', {
  stripeChargeId: text('stripe_charge_id').primaryKey(),
  paymentRequestId: uuid('payment_request_id').notNull(),
  number: integer('number').notNull(),
  state: text('state').$type<'declined' | 'blocked' | 'failed'>().notNull(),
  method: text('method').notNull(),
  brand: text('brand'),
  last4: text('last4'),
  wallet: text('wallet'),
  failureCode: text('failure_code'),
  declineCode: text('decline_code'),
  attemptedAt: instant('attempted_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const cardDeclines = pgTable('card_declines', {
  stripeId: text('stripe_id').primaryKey(),
  personId: uuid('person_id').notNull(),
  declinedAt: instant('declined_at').notNull(),
})

export const paymentBlocks = pgTable('payment_blocks', {
  id: madeId(),
  personId: uuid('person_id').notNull(),
  beganAt: instant('began_at')
    .notNull()
    .default(sql`clock_timestamp()`),
  endsAt: instant('ends_at').notNull(),
  liftedAt: instant('lifted_at'),
  dueAt: instant('due_at'),
})

export const paymentPauses = pgTable('payment_pauses', {
  id: madeId(),
  personId: uuid('person_id').notNull(),
  dueAt: instant('due_at').notNull(),
})

export const refunds = pgTable('refunds', {
  id: madeId(),
  paymentRequestId: uuid('payment_request_id').notNull(),
  clientId: uuid('client_id'),
  amount: integer('amount').notNull(),
  reason: text('reason').notNull().default(''),
  madeBy: text('made_by').$type<Refunder>().notNull(),
  status: text('status').$type<RefundStatus>().notNull().default('pending'),
  stripeRefundId: text('stripe_refund_id'),
  fromSeller: boolean('from_seller').notNull(),
  withFee: boolean('with_fee').notNull(),
  failure: text('failure'),
  // A trigger fills `takenAmount` and `takenFee` when an insert omits them.
  takenAmount: integer('taken_amount').notNull().default(0),
  takenFee: integer('taken_fee').notNull().default(0),
  resendAmount: integer('resend_amount'),
  resendRound: integer('resend_round').notNull().default(0),
  resendTries: integer('resend_tries').notNull().default(0),
  stripeResendId: text('stripe_resend_id'),
  retakenBy: uuid('retaken_by'),
  waitsForMoney: boolean('waits_for_money').notNull().default(false),
  checkAt: instant('check_at'),
  checks: integer('checks').notNull().default(0),
  ...stamps,
})

export const disputes = pgTable('disputes', {
  id: madeId(),
  stripeDisputeId: text('stripe_dispute_id').notNull(),
  paymentRequestId: uuid('payment_request_id'),
  stripeChargeId: text('stripe_charge_id').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  fee: integer('fee').notNull().default(0),
  reason: text('reason').notNull(),
  status: text('status').$type<DisputeStatus>().notNull(),
  evidenceDueBy: instant('evidence_due_by'),
  evidence: jsonb('evidence').$type<Record<string, string>>(),
  submittedAt: instant('submitted_at'),
  seenAt: instant('seen_at').notNull(),
  transferred: integer('transferred'),
  reversedBefore: integer('reversed_before'),
  reversalAmount: integer('reversal_amount'),
  reversalTries: integer('reversal_tries').notNull().default(0),
  stripeReversalId: text('stripe_reversal_id'),
  feeReturned: integer('fee_returned').notNull().default(0),
  resendTries: integer('resend_tries').notNull().default(0),
  stripeResendId: text('stripe_resend_id'),
  checkAt: instant('check_at'),
  checks: integer('checks').notNull().default(0),
  ...stamps,
})

export const earlyFraudWarnings = pgTable('early_fraud_warnings', {
  id: madeId(),
  stripeWarningId: text('stripe_warning_id').notNull(),
  paymentRequestId: uuid('payment_request_id'),
  stripeChargeId: text('stripe_charge_id').notNull(),
  fraudType: text('fraud_type').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const refundRequests = pgTable('refund_requests', {
  id: madeId(),
  paymentRequestId: uuid('payment_request_id').notNull(),
  clientId: uuid('client_id').notNull(),
  amount: integer('amount').notNull(),
  reason: text('reason').notNull(),
  status: text('status').$type<RefundRequestStatus>().notNull().default('open'),
  refundId: uuid('refund_id'),
  answer: text('answer').notNull().default(''),
  declinedBy: text('declined_by').$type<'seller' | 'operator'>(),
  sellerAnswersUntil: instant('seller_answers_until').notNull(),
  escalatedAt: instant('escalated_at'),
  ...stamps,
})

export const paymentCancellations = pgTable('payment_cancellations', {
  oneId: uuid('one_id').notNull(),
  otherId: uuid('other_id').notNull(),
  dueAt: instant('due_at').notNull().defaultNow(),
})

export const paymentCancellationsOfPeople = pgTable('payment_cancellations_of_people', {
  personId: uuid('person_id').primaryKey(),
  dueAt: instant('due_at').notNull(),
})

export const payouts = pgTable('payouts', {
  id: madeId(),
  stripeId: text('stripe_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  stripeConnectAccountId: text('stripe_connect_account_id').notNull(),
  livemode: boolean('livemode').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  status: text('status').$type<PayoutStatus>().notNull(),
  arrivalDate: date('arrival_date').notNull(),
  failureCode: text('failure_code'),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export const receiptSeries = pgTable('receipt_series', {
  series: text('series').primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export const receipts = pgTable('receipts', {
  id: madeId(),
  series: text('series').notNull(),
  number: integer('number').notNull().default(0),
  kind: text('kind').$type<ReceiptKind>().notNull(),
  paymentRequestId: uuid('payment_request_id').notNull(),
  refundId: uuid('refund_id'),
  isTest: boolean('is_test').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').$type<'eur'>().notNull(),
  vatRateBp: integer('vat_rate_bp'),
  vatAmount: integer('vat_amount'),
  content: jsonb('content').$type<ReceiptContent>().notNull(),
  happenedAt: instant('happened_at').notNull(),
  issuedAt: instant('issued_at')
    .notNull()
    .default(sql`clock_timestamp()`),
})

export const receiptsOwed = pgTable('receipts_owed', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<ReceiptKind>().notNull(),
  paymentRequestId: uuid('payment_request_id').notNull(),
  dueAt: instant('due_at').notNull().defaultNow(),
  tries: integer('tries').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const receiptMails = pgTable('receipt_mails', {
  receiptId: uuid('receipt_id').primaryKey(),
  dueAt: instant('due_at').notNull().defaultNow(),
  tries: integer('tries').notNull().default(0),
  endedAt: instant('ended_at'),
  outcome: text('outcome').$type<'sent' | 'unconfirmed' | 'bounced' | 'given_up'>(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id'),
  createdAt: instant('created_at').notNull(),
  receivedAt: instant('received_at').notNull().defaultNow(),
  handledAt: instant('handled_at'),
  account: text('account'),
  tries: integer('tries').notNull().default(0),
  nextTryAt: instant('next_try_at')
    .notNull()
    .default(sql`now() + interval '1 minute'`),
})

export const stripeEventReads = pgTable(
  'stripe_event_reads',
  {
    stripeAccount: text('stripe_account').notNull(),
    livemode: boolean('livemode').notNull(),
    readTo: instant('read_to').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stripeAccount, table.livemode] })],
)
