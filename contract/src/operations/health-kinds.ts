/** Health states, best first. `waits`: pending work, or something to check. `needs_somebody`: an operator must act. */
export const HEALTH_STATES = ['fine', 'waits', 'needs_somebody'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

export function findWorstState(states: readonly HealthState[]): HealthState {
  return HEALTH_STATES.findLast((state) => states.includes(state)) ?? 'fine'
}

/** Kinds of due work in the database, which any server can claim. */
export const BACKLOGS = [
  'jobs',
  'mails',
  'report_mails',
  'invitations',
  'pushes',
  'owed_pushes',
  'events',
  'unread',
  'payment_looks',
  'stripe_events',
  'payment_ends',
  'payment_cancellations',
  'refunds',
  'dispute_money',
  'seller_reads',
  'receipts',
  'receipt_mails',
  'request_ends',
  'suspension_ends',
  'books',
] as const
export type BacklogKind = (typeof BACKLOGS)[number]

/** Work for people: cases that await a decision, and disputes that await evidence. */
export const PENDING_DECISIONS = ['illegal_reports', 'objections', 'refund_requests', 'disputes'] as const

export const RESOURCES = [
  ...PENDING_DECISIONS,
  'disk',
  'database_size',
  'database_connections',
  'backup',
  'servers',
  'books',
  'unknown_payments',
  'unknown_movements',
] as const
export type ResourceKind = (typeof RESOURCES)[number]

export const FAILURES = [
  'answer',
  'job',
  'mail',
  'mail_bounced',
  'mail_given_up',
  'push',
  'push_given_up',
  'payment',
  'stripe_event',
  'webhook_missed',
  'webhook_time',
  'payment_unknown',
  'receipt',
  'request_end',
  'suspension_end',
  'report_mail',
  'invitation',
  'notification',
  'books',
] as const
export type FailureKind = (typeof FAILURES)[number]

/** Maximum count per backlog; counting stops there. */
export const COUNTED_AT_MOST = 1000
