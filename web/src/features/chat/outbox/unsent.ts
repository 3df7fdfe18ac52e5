import type { ErrorCode } from '@kundig/contract/errors'

export interface Unsent {
  clientId: string
  roomId: string
  content: string
  /** ISO 8601, by this machine's clock: for display only. */
  writtenAt: string
  /** Reason for the failure, or null. The person may retry or drop the message. */
  failed: ErrorCode | null
}
