import type { MessagePreview } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

export interface Unsent {
  clientId: string
  roomId: string
  content: string
  /** Original message when the reply was written. Absent for other messages, and in rows of older releases. */
  replyTo?: MessagePreview
  /** Time of writing (ISO 8601), by this device's clock. */
  writtenAt: string
  /** Reason for a failure, after which the person may retry or drop the message; null while it waits. */
  failed: ErrorCode | null
}
