/** Notification kinds in the bell, one entry for each kind and subject. Messages are excluded: rooms count them. */
export const NOTIFICATION_KINDS = [
  'request_received',
  'request_accepted',
  'request_reminder',
  'request_last_reminder',
  'request_rejected',
  'request_rejected_no_time',
  'request_rejected_not_my_field',
  'request_expired',
  'chat_closed',
  'appointment_accepted',
  'appointment_declined',
  'appointment_cancelled',
  'appointment_soon',
  'payment_requested',
  'payment_received',
  'payment_needs_buyer',
  'payment_reminder',
  'payment_expired',
  'refund_received',
  'refund_taken',
  'refund_failed',
  'refund_requested',
  'refund_declined',
  'refund_escalated',
  'dispute_opened',
  'dispute_evidence_wanted',
  'dispute_won',
  'dispute_lost',
  'seller_needs_something',
  'payout_failed',
  'decision',
  'operator_dispute',
  'operator_report',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Kinds without notification mails or pushes: each has its own mail, which people cannot switch off. */
export const BELL_ONLY_KINDS = ['decision'] as const satisfies NotificationKind[]
export type DeliveredKind = Exclude<NotificationKind, (typeof BELL_ONLY_KINDS)[number]>

/** Kinds for operators, mailed immediately, even in quiet hours or when already seen. No setting stops these mails. */
export const OPERATOR_KINDS = ['operator_dispute', 'operator_report'] as const satisfies NotificationKind[]
export type OperatorKind = (typeof OPERATOR_KINDS)[number]
export const isOperatorKind = (kind: string): boolean => OPERATOR_KINDS.some((one) => one === kind)

/** Topics that a person can switch for mail and for push. Security mails have no switch. */
export const NOTIFICATION_TOPICS = [
  'messages',
  'requests',
  'answers',
  'chats',
  'appointments',
  'payments',
  'selling',
] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]

/** Topic of each notification kind; null for a kind without a switch. */
export const TOPIC_OF: Record<DeliveredKind, NotificationTopic | null> = {
  request_received: 'requests',
  request_accepted: 'answers',
  request_reminder: 'requests',
  request_last_reminder: 'requests',
  request_rejected: 'answers',
  request_rejected_no_time: 'answers',
  request_rejected_not_my_field: 'answers',
  request_expired: 'answers',
  chat_closed: 'chats',
  appointment_accepted: 'appointments',
  appointment_declined: 'appointments',
  appointment_cancelled: 'appointments',
  appointment_soon: 'appointments',
  payment_requested: 'payments',
  payment_received: 'payments',
  payment_needs_buyer: 'payments',
  payment_reminder: 'payments',
  payment_expired: 'payments',
  refund_received: 'payments',
  refund_taken: 'payments',
  refund_failed: 'payments',
  refund_requested: 'payments',
  refund_declined: 'payments',
  refund_escalated: 'payments',
  dispute_opened: 'payments',
  dispute_evidence_wanted: 'payments',
  dispute_won: 'payments',
  dispute_lost: 'payments',
  seller_needs_something: 'selling',
  payout_failed: 'selling',
  operator_dispute: null,
  operator_report: null,
}

export const MUTE_TIMES = ['1h', '8h', 'always'] as const
export type MuteTime = (typeof MUTE_TIMES)[number]
