import type { FileType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'

import type { FileKind } from '../../../platform/uploads/file-kind.ts'

const KINDS: Partial<Record<string, FileKind>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} satisfies Partial<Record<FileType, FileKind>>

/** A file that cannot be sent and differs from its declared type. The server could not name its kind. */
export class FileMismatch extends Refusal {
  readonly claimed: FileKind
  readonly found: FileKind | null

  constructor(claimed: FileKind, found: FileKind | null) {
    super('FILE_TYPE_INVALID')
    this.claimed = claimed
    this.found = found
  }
}

export function refuseKind(type: string, found: FileKind | null): Refusal {
  const claimed = KINDS[type]
  return claimed && claimed !== found ? new FileMismatch(claimed, found) : new Refusal('FILE_TYPE_INVALID')
}
