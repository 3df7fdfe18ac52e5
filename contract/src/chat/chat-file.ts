import { z } from 'zod'

/** File in a chat (spec 3). Its URLs are readable by the room's participants only. */
export const chatFile = z.object({
  /** Cleaned name that any operating system can save. */
  name: z.string(),
  /** MIME type of the stored file, detected from its bytes. */
  type: z.string(),
  /** Stored size in bytes. */
  size: z.int(),
  url: z.string(),
  contentHash: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** Width of an image in pixels, to reserve space before the image loads; null for other files. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type ChatFile = z.infer<typeof chatFile>
