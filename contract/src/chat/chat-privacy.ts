import { z } from 'zod'

/** Rough time of a person's last presence: within five minutes, or within a day; null when unknown or hidden. */
export const activity = z.enum(['now', 'lately']).nullable()
export type Activity = z.infer<typeof activity>

/** Privacy settings for partners. Each applies both ways: people who hide theirs do not see their partners'. */
export const chatPrivacy = z.object({
  shows_activity: z.boolean(),
  shows_reads: z.boolean(),
})
export type ChatPrivacy = z.infer<typeof chatPrivacy>
