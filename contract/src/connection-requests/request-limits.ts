/** Periods of a connection request: deadline, reminders, and delays before another request (days). */
export const REQUEST_DAYS = {
  open: 14,
  remindedAfter: [7, 12],
  againAfterRejection: 30,
  /** Delay after a request that was withdrawn, expired or otherwise ended. */
  againAfterOtherEnd: 7,
} as const

/** Maximum pending requests per receiver. At the maximum, new requests are refused until some are answered. */
export const RECEIVED_OPEN_MAX = 200

/** Maximum requests that an account can send in 24 hours, and can have pending. */
export const REQUEST_QUOTAS = {
  /** Limits in an account's first `days` days. */
  new: { days: 7, daily: 5, open: 10 },
  usual: { daily: 20, open: 40 },
} as const
