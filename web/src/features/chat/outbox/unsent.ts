import type { ErrorCode } from '@kundig/contract/errors'

/** A message that the server has not acknowledged yet. */
export interface Unsent {
  clientId: string
  roomId: string
  content: string
  /** ISO 8601, by this machine's clock: for display only. */
  writtenAt: string
  /** Why sending failed; null while it has not. The person may retry or drop it. */
  failed: ErrorCode | null
}
