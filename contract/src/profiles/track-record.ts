import { z } from 'zod'

import { ANSWER_TIMES } from './track-record-limits.ts'

/** Measured, never declared by the person. */
export const trackRecord = z.object({
  address_confirmed: z.boolean(),
  /** Median time to the answer to a request in the last 90 days. */
  answers_within: z.enum(ANSWER_TIMES).optional(),
  /** Different people with a payment that was not wholly refunded. */
  paid_by: z.number().optional(),
})
export type TrackRecord = z.infer<typeof trackRecord>
