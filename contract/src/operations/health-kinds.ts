/** How something is, the best first: nothing to do; work waits, or something is worth a look; somebody has to do something. */
export const HEALTH_STATES = ['fine', 'waits', 'needs_somebody'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

/** The worst of some states; fine where there are none. */
export function worstState(states: readonly HealthState[]): HealthState {
  return HEALTH_STATES.findLast((state) => states.includes(state)) ?? 'fine'
}

/** Work that waits in the database: what is due, and is done by whichever server takes it. */
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

/** Work that only people can do: cases that wait for a decision, and disputes that wait for evidence. */
export const PENDING_DECISIONS = ['illegal_reports', 'objections', 'refund_requests', 'disputes'] as const

/** What a site stands on. */
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

/** What can fail where nobody looks. */
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

/** So many of what waits are counted, and no more. */
export const COUNTED_AT_MOST = 1000
