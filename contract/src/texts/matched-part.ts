import { z } from 'zod'

/** Part of a text that a search found. Marked parts are the words of the query. */
export const matchedPart = z.object({ text: z.string(), is_marked: z.boolean() })
export type MatchedPart = z.infer<typeof matchedPart>
