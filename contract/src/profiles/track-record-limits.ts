/** Usual answer times by their maximum, shortest first. `days` means at most a week. */
export const ANSWER_TIMES = ['hour', 'three_hours', 'day', 'days'] as const
export type AnswerTime = (typeof ANSWER_TIMES)[number]

export const TRACK_RECORD_LIMITS = {
  /** Minimum number of people. A lower number would reveal a single conversation. */
  peopleMin: 3,
  /** Maximum to which payers are counted. At this number, there may be more payers. */
  payersMax: 100,
} as const
