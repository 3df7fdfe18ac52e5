/** How long a request waits for an answer, when its receiver is reminded, and when one may ask again (days). */
export const REQUEST_DAYS = {
  open: 14,
  remindedAfter: [7, 12],
  againAfterRejection: 30,
  /** After one that was withdrawn, ran out or was ended otherwise. */
  againAfterOtherEnd: 7,
} as const

/** Whoever has so many requests waiting for their answer is sent no more until they have answered some. */
export const RECEIVED_OPEN_MAX = 200

/** How many requests an account sends in 24 hours, and has waiting at a time. */
export const REQUEST_QUOTAS = {
  /** In the first days of an account. */
  new: { days: 7, daily: 5, open: 10 },
  usual: { daily: 20, open: 40 },
} as const
