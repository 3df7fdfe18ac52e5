import { sql } from 'drizzle-orm'
/**
 * The tables as TypeScript sees them. `server/migrations/` is what makes them; a test compares the two.
 * Only repositories import this.
 */
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'

import type { StoredFileType } from '@kundig/contract/chat/file-rules'
import type { RoomStatus } from '@kundig/contract/chat/room-life-cycle'
import type {
  RejectionReason,
  RequestEnd,
  RequestStatus,
} from '@kundig/contract/connection-requests/request-life-cycle'
import type { Language } from '@kundig/contract/languages'
import type {
  DeliveredKind,
  NotificationKind,
  NotificationTopic,
} from '@kundig/contract/notifications/notification-kinds'
import type { DecisionGround, DecisionKind } from '@kundig/contract/operations/decision-rules'
import type { VisitedPage } from '@kundig/contract/operations/figure-names'
import type { FailureKind } from '@kundig/contract/operations/health-kinds'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { SitePage } from '@kundig/contract/operations/site-pages'
import type { DisputeStatus } from '@kundig/contract/payments/dispute-life-cycle'
import type { FeeRule } from '@kundig/contract/payments/fee-rule'
import type {
  LedgerAccount,
  LedgerKind,
  UnknownPaymentOutcome,
  UnknownPaymentState,
} from '@kundig/contract/payments/ledger-kinds'
import type {
  PaymentCancellation,
  PaymentEnding,
  PaymentStatus,
  SellerStake,
} from '@kundig/contract/payments/payment-life-cycle'
import type { PayoutStatus } from '@kundig/contract/payments/payout-life-cycle'
import type { ReceiptContent, ReceiptKind } from '@kundig/contract/payments/receipt-content'
import type { Refunder, RefundStatus } from '@kundig/contract/payments/refund-life-cycle'
import type { RefundRequestStatus } from '@kundig/contract/payments/refund-request-life-cycle'
import type { Category } from '@kundig/contract/profiles/categories'
import type { ReportCategory, ReportSubjectKind } from '@kundig/contract/safety/report-rules'
import type { StatementKind } from '@kundig/contract/safety/statement-rules'

import { bytes, instant, madeId, stamps } from './columns.ts'

export const user = pgTable('user', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  isRestricted: boolean('is_restricted').notNull().default(false),
  acceptedTerms: integer('accepted_terms'),
  ...stamps,
})

export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  token: text('token').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  ...stamps,
})

export const twoFactor = pgTable('two_factor', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: instant('locked_until'),
  lastStep: integer('last_step'),
})

export const secondFactorSessions = pgTable('second_factor_sessions', {
  sessionId: uuid('session_id').primaryKey(),
  givenAt: instant('given_at').notNull().defaultNow(),
})

/** Written by the database itself whenever a session is deleted. */
export const endedSessions = pgTable('ended_sessions', {
  transactionId: bigint('transaction_id', { mode: 'bigint' }).notNull(),
  sessionId: uuid('session_id').notNull(),
  endedAt: instant('ended_at').notNull().defaultNow(),
})

export const account = pgTable('account', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: instant('access_token_expires_at'),
  refreshTokenExpiresAt: instant('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  ...stamps,
})

export const verification = pgTable('verification', {
  id: uuid('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ...stamps,
})

export const oneTimeCodes = pgTable('one_time_codes', {
  hash: text('hash').primaryKey(),
  purpose: text('purpose').$type<'password-reset' | 'email-verification'>().notNull(),
  userId: uuid('user_id').notNull(),
  email: text('email').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const emailConfirmations = pgTable('email_confirmations', {
  userId: uuid('user_id').primaryKey(),
  email: text('email').notNull(),
  method: text('method').$type<'session' | 'password' | 'reset' | 'google' | 'invitation'>().notNull(),
  confirmedAt: instant('confirmed_at').notNull().defaultNow(),
})

export const localMails = pgTable('local_mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  language: text('language').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    deviceHash: text('device_hash').notNull(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
)

export const profiles = pgTable('profiles', {
  id: uuid('id').primaryKey(),
  fullName: text('full_name').notNull(),
  bio: text('bio'),
  expertiseCategory: text('expertise_category').$type<Category>(),
  expertiseCustom: text('expertise_custom'),
  pictureVersion: text('picture_version'),
  isPublic: boolean('is_public').notNull(),
  hiddenAt: instant('hidden_at'),
  publicOnceShown: boolean('public_once_shown'),
  ...stamps,
  searchText: text('search_text')
    .notNull()
    .generatedAlwaysAs(sql`fold_for_search(full_name)`),
})

export const waitingList = pgTable('waiting_list', {
  id: madeId(),
  fullName: text('full_name').notNull(),
  email: text('email').notNull(),
  category: text('category').$type<Category>().notNull(),
  processed: boolean('processed').notNull().default(false),
  /** What a mail is written in; null for who joined before this was kept. */
  language: text('language').$type<Language>(),
  ...stamps,
})

export const siteSettings = pgTable('site_settings', {
  isOnly: boolean('is_only').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
  stored: jsonb('stored').$type<Record<string, unknown>>().notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export const siteLogos = pgTable('site_logos', {
  version: text('version').primaryKey(),
  type: text('type').$type<'image/png' | 'image/svg+xml'>().notNull(),
  content: bytes('content').notNull(),
  setAt: instant('set_at').notNull().defaultNow(),
})

export const sitePages = pgTable('site_pages', {
  page: text('page').$type<SitePage>().primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  draftEn: text('draft_en'),
  draftNl: text('draft_nl'),
})

export const pageVersions = pgTable('page_versions', {
  page: text('page').$type<SitePage>().notNull(),
  version: integer('version').notNull(),
  en: text('en').notNull(),
  nl: text('nl').notNull(),
  asksAgain: boolean('asks_again').notNull(),
  publishedAt: instant('published_at').notNull().defaultNow(),
  publishedBy: uuid('published_by'),
})

export const termsAcceptances = pgTable('terms_acceptances', {
  accountId: uuid('account_id').notNull(),
  version: integer('version').notNull(),
  acceptedAt: instant('accepted_at').notNull().defaultNow(),
})

export const invitations = pgTable('invitations', {
  id: madeId(),
  entryId: uuid('entry_id'),
  category: text('category').$type<Category>().notNull(),
  invitedAt: instant('invited_at').notNull().defaultNow(),
  codeHash: text('code_hash'),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

export const connectionRequests = pgTable('connection_requests', {
  id: madeId(),
  senderId: uuid('sender_id').notNull(),
  receiverId: uuid('receiver_id').notNull(),
  message: text('message').notNull(),
  status: text('status').$type<RequestStatus>().notNull().default('pending'),
  /** Ended by something other than its receiver, for servers of the release before; the database keeps it like `endedBy`. */
  withdrawn: boolean('withdrawn').notNull().default(false),
  endedBy: text('ended_by').$type<RequestEnd>(),
  rejectionReason: text('rejection_reason').$type<RejectionReason>(),
  expiresAt: instant('expires_at')
    .notNull()
    .default(sql`now() + interval '14 days'`),
  /** Noted by the database. */
  endedAt: instant('ended_at'),
  /** How many times its receiver was reminded. */
  reminders: smallint('reminders').notNull().default(0),
  ...stamps,
})

export const blocks = pgTable('blocks', {
  blockerId: uuid('blocker_id').notNull(),
  blockedId: uuid('blocked_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const standings = pgTable('standings', {
  accountId: uuid('account_id').primaryKey(),
  state: text('state').$type<'suspended' | 'banned'>().notNull(),
  until: instant('until'),
  since: instant('since').notNull().defaultNow(),
})

export const reportCases = pgTable('report_cases', {
  id: madeId(),
  subjectKind: text('subject_kind').$type<ReportSubjectKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  subjectSeq: integer('subject_seq').notNull().default(0),
  aboutId: uuid('about_id').notNull(),
  category: text('category').$type<ReportCategory>().notNull(),
  severity: smallint('severity')
    .notNull()
    .generatedAlwaysAs(
      sql`CASE category WHEN 'illegal' THEN 3 WHEN 'scam' THEN 2 WHEN 'harassment' THEN 2 WHEN 'spam' THEN 1 ELSE 0 END`,
    ),
  reportCount: integer('report_count').notNull().default(0),
  openedAt: instant('opened_at').notNull().defaultNow(),
  decidedAt: instant('decided_at'),
  assignedTo: uuid('assigned_to'),
  assignedAt: instant('assigned_at'),
  /** What its reporters are told of the decision. */
  outcome: text('outcome').$type<'nothing' | 'measure'>(),
})

export const reports = pgTable('reports', {
  id: madeId(),
  caseId: uuid('case_id').notNull(),
  reporterId: uuid('reporter_id'),
  category: text('category').$type<ReportCategory>().notNull(),
  reference: text('reference').notNull(),
  language: text('language').$type<Language>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  receiptDueAt: instant('receipt_due_at').notNull().defaultNow(),
  receiptAt: instant('receipt_at'),
  outcomeAt: instant('outcome_at'),
  outcomeDueAt: instant('outcome_due_at'),
})

/** What its reporter wrote. Erasing can empty it, and the next one. */
export const reportTexts = pgTable('report_texts', {
  reportId: uuid('report_id').primaryKey(),
  content: text('content'),
  law: text('law'),
  email: text('email'),
})

/** What was reported, as it was then. */
export const reportQuotes = pgTable('report_quotes', {
  caseId: uuid('case_id').primaryKey(),
  content: text('content').notNull(),
  storedName: text('stored_name'),
  quotedAt: instant('quoted_at').notNull().defaultNow(),
})

export const chatRooms = pgTable('chat_rooms', {
  id: madeId(),
  participantIds: uuid('participant_ids').array().notNull(),
  requestId: uuid('request_id'),
  requestMessage: text('request_message'),
  requesterId: uuid('requester_id'),
  status: text('status').$type<RoomStatus>().notNull().default('open'),
  closedAt: instant('closed_at'),
  lastSeq: integer('last_seq').notNull().default(0),
  changeSeq: integer('change_seq').notNull().default(0),
  ...stamps,
  /** The day (UTC) of the latest change. */
  activeOn: date('active_on').generatedAlwaysAs(sql`((updated_at AT TIME ZONE 'UTC')::date)`),
})

export const roomMembers = pgTable(
  'room_members',
  {
    roomId: uuid('room_id').notNull(),
    userId: uuid('user_id').notNull(),
    lastReadSeq: integer('last_read_seq').notNull().default(0),
    readAt: instant('read_at'),
    unreadCount: integer('unread_count').notNull().default(0),
    /** When their unread messages are to be looked at next, for telling them outside of the site. */
    notifyAt: instant('notify_at'),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.userId] })],
)

export const presence = pgTable('presence', {
  userId: uuid('user_id').primaryKey(),
  /** To the nearest few minutes; null for whoever keeps it to themselves. */
  activeAt: instant('active_at'),
  hidesActivity: boolean('hides_activity').notNull().default(false),
  hidesReads: boolean('hides_reads').notNull().default(false),
})

export const chatMessages = pgTable(
  'chat_messages',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    senderId: uuid('sender_id').notNull(),
    clientId: uuid('client_id').notNull(),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    changedSeq: integer('changed_seq'),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq] })],
)

export const removedMessages = pgTable(
  'removed_messages',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    content: text('content').notNull(),
    file: jsonb('file'),
    removedAt: instant('removed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq] })],
)

export const chatFiles = pgTable(
  'chat_files',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    storedName: text('stored_name').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<StoredFileType>().notNull(),
    size: integer('size').notNull(),
    contentHash: text('content_hash').notNull(),
    width: integer('width'),
    height: integer('height'),
    senderId: uuid('sender_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq] })],
)

export const pendingUploads = pgTable(
  'pending_uploads',
  {
    roomId: uuid('room_id').notNull(),
    storedName: text('stored_name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    removing: boolean('removing').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.storedName] })],
)

/** What Stripe says of whether money can be sent to an account. */
/** How far a capability of a seller's account is, by Stripe's names. */
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

export const domainEvents = pgTable('domain_events', {
  id: madeId(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  roomId: uuid('room_id'),
  actorId: uuid('actor_id'),
  recipientId: uuid('recipient_id').notNull(),
  amount: integer('amount'),
  currency: text('currency'),
  createdAt: instant('created_at').notNull().defaultNow(),
  handledAt: instant('handled_at'),
})

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  roomId: uuid('room_id'),
  actorId: uuid('actor_id'),
  amount: integer('amount'),
  currency: text('currency'),
  createdAt: instant('created_at').notNull(),
  seenAt: instant('seen_at'),
  readAt: instant('read_at'),
})

export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id').primaryKey(),
  language: text('language').$type<Language>().notNull(),
  timeZone: text('time_zone'),
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
  previews: boolean('previews').notNull().default(false),
  mailOff: text('mail_off')
    .array()
    .$type<NotificationTopic[]>()
    .notNull()
    .default(sql`'{}'`),
  pushOff: text('push_off')
    .array()
    .$type<NotificationTopic[]>()
    .notNull()
    .default(sql`'{}'`),
  bouncedEmail: text('bounced_email'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** How notifications leave the site. */
export type DeliveryChannel = 'mail' | 'push'
/** What is delivered: one entry of the bell, messages that wait, or what quiet hours held back. */
export type DeliveryKind = DeliveredKind | 'messages' | 'digest'
/** What became of a delivery. */
export type DeliveryOutcome =
  | 'sent'
  | 'seen'
  | 'switched_off'
  | 'unconfirmed'
  | 'bounced'
  | 'no_subscription'
  | 'given_up'

export const notificationDeliveries = pgTable('notification_deliveries', {
  id: madeId(),
  userId: uuid('user_id').notNull(),
  channel: text('channel').$type<DeliveryChannel>().notNull(),
  kind: text('kind').$type<DeliveryKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  upTo: bigint('up_to', { mode: 'number' }).notNull().default(0),
  dueAt: instant('due_at').notNull(),
  tries: integer('tries').notNull().default(0),
  claimedUntil: instant('claimed_until'),
  endedAt: instant('ended_at'),
  outcome: text('outcome').$type<DeliveryOutcome>(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const roomNotifications = pgTable(
  'room_notifications',
  {
    roomId: uuid('room_id').notNull(),
    userId: uuid('user_id').notNull(),
    pushedSeq: integer('pushed_seq').notNull().default(0),
    pushedAt: instant('pushed_at'),
    mailedSeq: integer('mailed_seq').notNull().default(0),
    mailedAt: instant('mailed_at'),
    mails: integer('mails').notNull().default(0),
    mutedUntil: instant('muted_until'),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.userId] })],
)

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: madeId(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  endpoint: text('endpoint').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  failures: integer('failures').notNull().default(0),
  pausedUntil: instant('paused_until'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const owedPushes = pgTable(
  'owed_pushes',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.deliveryId] })],
)

export const pushKeys = pgTable('push_keys', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const operatorRoles = pgTable('operator_roles', {
  userId: uuid('user_id').primaryKey(),
  role: text('role').$type<OperatorRole>().notNull(),
  ...stamps,
})

export const statements = pgTable('statements', {
  decisionId: uuid('decision_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  kind: text('kind').$type<StatementKind>().notNull(),
  facts: text('facts').notNull(),
  ground: text('ground').notNull(),
  automated: boolean('automated').notNull().default(false),
  until: instant('until'),
  /** The decision that this one takes back, or keeps. */
  answers: uuid('answers'),
  language: text('language').$type<Language>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  mailDueAt: instant('mail_due_at').notNull().defaultNow(),
  mailedAt: instant('mailed_at'),
})

export const objections = pgTable('objections', {
  decisionId: uuid('decision_id').primaryKey(),
  content: text('content').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  answeredAt: instant('answered_at'),
})

export const decisions = pgTable('decisions', {
  id: madeId(),
  caseId: uuid('case_id').notNull(),
  aboutId: uuid('about_id').notNull(),
  kind: text('kind').$type<DecisionKind>().notNull(),
  ground: text('ground').$type<DecisionGround>().notNull(),
  until: instant('until'),
  /** The decision that it takes back, or keeps after an objection. */
  answers: uuid('answers'),
  decidedBy: uuid('decided_by').notNull(),
  decidedAt: instant('decided_at').notNull().defaultNow(),
})

export const auditLog = pgTable('audit_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  createdAt: instant('created_at').notNull().defaultNow(),
  actorId: uuid('actor_id'),
  action: text('action').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: uuid('subject_id').notNull(),
  subjectSlug: text('subject_slug'),
  stateBefore: text('state_before'),
  stateAfter: text('state_after'),
})

export const failureCounts = pgTable(
  'failure_counts',
  {
    kind: text('kind').$type<FailureKind>().notNull(),
    /** The beginning of ten minutes. */
    since: instant('since').notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  ({ since, kind }) => [primaryKey({ columns: [since, kind] })],
)

export const runningServers = pgTable('running_servers', {
  name: text('name').primaryKey(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  liveConnections: integer('live_connections').notNull(),
  diskFreeBytes: bigint('disk_free_bytes', { mode: 'number' }),
  diskTotalBytes: bigint('disk_total_bytes', { mode: 'number' }),
})

export const toldBackups = pgTable('told_backups', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  endedAt: instant('ended_at').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
  toldAt: instant('told_at').notNull().defaultNow(),
})

export const figuresByDay = pgTable('figures_by_day', {
  /** Of Amsterdam. */
  day: date('day').primaryKey(),
  /** Whether it is counted for good. */
  isOver: boolean('is_over').notNull(),
  countedAt: instant('counted_at').notNull(),
  signUps: integer('sign_ups').notNull(),
  profiles: integer('profiles').notNull(),
  requests: integer('requests').notNull(),
  accepted: integer('accepted').notNull(),
  declined: integer('declined').notNull(),
  firstAnswers: integer('first_answers').notNull(),
  /** How many first answers took how long, by logarithmic bucket. */
  answerTimes: jsonb('answer_times').$type<Record<string, number>>().notNull(),
  paid: integer('paid').notNull(),
  /** In cents, as is the next. */
  volume: bigint('volume', { mode: 'number' }).notNull(),
  refunded: bigint('refunded', { mode: 'number' }).notNull(),
  reports: integer('reports').notNull(),
  /** Null where it was counted after deliveries of that day were forgotten; so is the next. */
  mails: integer('mails'),
  pushes: integer('pushes'),
})

export const visitsByDay = pgTable(
  'visits_by_day',
  {
    day: date('day').notNull(),
    page: text('page').$type<VisitedPage>().notNull(),
    visits: bigint('visits', { mode: 'number' }).notNull(),
  },
  ({ day, page }) => [primaryKey({ columns: [day, page] })],
)

export const ledgerJournals = pgTable('ledger_journals', {
  id: madeId(),
  stripeBalanceTransaction: text('stripe_balance_transaction').notNull(),
  stripeAccount: text('stripe_account').notNull(),
  livemode: boolean('livemode').notNull(),
  /** As Stripe calls it. */
  type: text('type').notNull(),
  kind: text('kind').$type<LedgerKind>().notNull(),
  balanceType: text('balance_type').notNull(),
  source: text('source'),
  paymentIntent: text('payment_intent'),
  /** In cents, as are the next two. */
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
    /** In cents; a debit is positive. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  ({ journalId, lineNo }) => [primaryKey({ columns: [journalId, lineNo] })],
)

export const ledgerDays = pgTable(
  'ledger_days',
  {
    /** Of Amsterdam. */
    day: date('day').notNull(),
    stripeAccount: text('stripe_account').notNull(),
    livemode: boolean('livemode').notNull(),
    currency: text('currency').notNull(),
    balanceType: text('balance_type').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    /** In cents; a debit is positive. */
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
  /** By our lines, and by Stripe (cents). */
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
  /** Which request it says that it pays. */
  paymentRequestId: uuid('payment_request_id'),
  /** In cents. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  state: text('state').$type<UnknownPaymentState>().notNull().default('open'),
  outcome: text('outcome').$type<UnknownPaymentOutcome>(),
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
