import { ERRORS, type ErrorCode } from '@kundig/contract/errors'

import type { FileMismatch } from './file-mismatch.ts'

/** State of a file. A failed file without a code was cancelled by its sender. */
export type AttachmentState =
  | { status: 'preparing' | 'chosen' | 'waiting' }
  /** The rate limit delays the file until this time (ms since the epoch). Then it is sent automatically. */
  | { status: 'held'; until: number }
  /** The server would shrink the animation or make it a still image, so the sender must agree first. */
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
  /** True after `send`. Files in the tray are not sent yet, and can be moved. */
  isSent: boolean
  /** True after the browser has stored the sent file; false when it could not. Absent before that. */
  isKept?: boolean
  state: AttachmentState
}

/** True for files in the tray that `send` would send. */
export function isChosen({ isSent, state: { status } }: Attachment): boolean {
  return !isSent && (status === 'chosen' || status === 'preparing')
}

/** Returns false when the server refused the file itself, or its room. */
export function canRetry(code: ErrorCode | null): boolean {
  if (code === null || code === 'MESSAGE_OLD') return true
  const { status } = ERRORS[code]
  return status >= 500 || status === 429 || status === 401
}

export function isFileTypeError(code: ErrorCode | null): boolean {
  return code === 'FILE_TYPE_INVALID' || code === 'FILE_EXTENSION_INVALID'
}
