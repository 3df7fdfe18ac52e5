import { z } from 'zod'

import { ANSWER_TIMES } from './track-record-limits.ts'

/** Values that the site measures. People cannot declare them. */
export const trackRecord = z.object({
  address_confirmed: z.boolean(),
  /** Median time to answer a request, over the last 90 days. */
  answers_within: z.enum(ANSWER_TIMES).optional(),
  /** Number of people with a payment that was not fully refunded. */
  paid_by: z.number().optional(),
})
export type TrackRecord = z.infer<typeof trackRecord>
