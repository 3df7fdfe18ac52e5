/** The longest usual time to an answer, shortest first; `days`: at most a week. */
export const ANSWER_TIMES = ['hour', 'three_hours', 'day', 'days'] as const
export type AnswerTime = (typeof ANSWER_TIMES)[number]

export const TRACK_RECORD_LIMITS = {
  /** Fewer people would reveal a single conversation. */
  peopleMin: 3,
  /** Counting of payers stops here: it stands for more as well. */
  payersMax: 100,
} as const
