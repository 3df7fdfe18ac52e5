import type { MessagePreview } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

export interface Unsent {
  clientId: string
  roomId: string
  content: string
  /** Answered message as it was when the reply was written; absent for other messages and in older stored rows. */
  replyTo?: MessagePreview
  /** ISO 8601, by this machine's clock: for display only. */
  writtenAt: string
  /** Reason for the failure, or null. The person may retry or drop the message. */
  failed: ErrorCode | null
}
