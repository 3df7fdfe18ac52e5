/** Steps of the usual answer time by their maximum, shortest first; `days`: at most a week. */
export const ANSWER_TIMES = ['hour', 'three_hours', 'day', 'days'] as const
export type AnswerTime = (typeof ANSWER_TIMES)[number]

export const TRACK_RECORD_LIMITS = {
  /** Fewer people would reveal a single conversation. */
  peopleMin: 3,
  /** Counting of payers stops at this number, which then also stands for more. */
  payersMax: 100,
} as const
