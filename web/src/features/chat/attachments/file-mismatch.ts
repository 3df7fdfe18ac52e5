import { Refusal } from '@kundig/contract/errors'

import { type FileKind, toMediaType } from '../../../platform/uploads/file-kind.ts'

const KINDS: readonly FileKind[] = ['jpeg', 'png', 'gif', 'pdf', 'doc', 'docx', 'xlsx', 'pptx', 'odt', 'txt', 'csv']

/** Unsupported file that differs from its declared type. The server's error could not name the file's real kind. */
export class FileMismatch extends Refusal {
  readonly claimed: FileKind
  readonly found: FileKind | null

  constructor(claimed: FileKind, found: FileKind | null) {
    super('FILE_TYPE_INVALID')
    this.claimed = claimed
    this.found = found
  }
}

export function toFileKindRefusal(type: string, found: FileKind | null): Refusal {
  const claimed = KINDS.find((kind) => toMediaType(kind) === type)
  return claimed && claimed !== found ? new FileMismatch(claimed, found) : new Refusal('FILE_TYPE_INVALID')
}
