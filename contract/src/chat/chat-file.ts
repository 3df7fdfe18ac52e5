import { z } from 'zod'

/** File in a chat (spec 3). Its URLs are readable by the room's participants only. */
export const chatFile = z.object({
  /** Cleaned, so that any system can save it. */
  name: z.string(),
  /** MIME type of the stored file, detected from its bytes. */
  type: z.string(),
  /** In bytes, as stored. */
  size: z.int(),
  url: z.string(),
  contentHash: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** Width of an image in pixels, to reserve its space before it loads; null for other files. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type ChatFile = z.infer<typeof chatFile>
