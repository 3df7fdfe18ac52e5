import { ERRORS, type ErrorCode } from '@kundig/contract/errors'

import type { FileMismatch } from './file-mismatch.ts'

/** A failure without a code: the person cancelled. */
export type AttachmentState =
  | { status: 'preparing' | 'chosen' | 'waiting' }
  /** Waits for the rate limit until this time (ms since the epoch), then sends automatically. */
  | { status: 'held'; until: number }
  /** The sender has to decide: sending would shrink an animation, or make it a still image. */
  | { status: 'asking' }
  | { status: 'sending'; part: number }
  | { status: 'failed'; code: ErrorCode | null; mismatch?: FileMismatch }

export interface Attachment {
  id: string
  clientId: string
  roomId: string
  name: string
  type: string
  size: number
  thumbnail: string | null
  /** False in the tray, where a file can be moved and waits for `send`. */
  isSent: boolean
  /** True when the sent file outlives the tab; absent until the browser has decided. */
  isKept?: boolean
  state: AttachmentState
}

/** True for files of the tray that `send` sends. */
export function isChosen({ isSent, state: { status } }: Attachment): boolean {
  return !isSent && (status === 'chosen' || status === 'preparing')
}

/** Returns false for refusals by a rule about the file itself or its room. */
export function canRetry(code: ErrorCode | null): boolean {
  if (code === null || code === 'MESSAGE_OLD') return true
  const { status } = ERRORS[code]
  return status >= 500 || status === 429 || status === 401
}

export function isAboutTheType(code: ErrorCode | null): boolean {
  return code === 'FILE_TYPE_INVALID' || code === 'FILE_EXTENSION_INVALID'
}
