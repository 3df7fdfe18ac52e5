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

/** A file is something else than its label says, and cannot be sent. The server would refuse it, too, and cannot say as what. */
export class FileMismatch extends Refusal {
  readonly claimed: FileKind
  /** What it looks like; null where nothing tells. */
  readonly found: FileKind | null

  constructor(claimed: FileKind, found: FileKind | null) {
    super('FILE_TYPE_INVALID')
    this.claimed = claimed
    this.found = found
  }
}

/** The refusal of a file that is of no kind that can be sent. @param type as it is labelled */
export function refuseKind(type: string, found: FileKind | null): Refusal {
  const claimed = KINDS[type]
  return claimed && claimed !== found ? new FileMismatch(claimed, found) : new Refusal('FILE_TYPE_INVALID')
}
