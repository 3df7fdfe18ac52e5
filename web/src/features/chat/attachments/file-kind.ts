import type { FileType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'

/** What a file is by its bytes, as far as people have a word for it. */
export type FileKind = 'jpeg' | 'png' | 'gif' | 'pdf' | 'doc' | 'docx' | 'webp' | 'avif' | 'heic' | 'video' | 'zip'

const KINDS: Partial<Record<string, FileKind>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} satisfies Partial<Record<FileType, FileKind>>

const PICTURES: readonly (FileKind | null)[] = ['jpeg', 'png', 'gif', 'webp', 'avif', 'heic']

/** What a file of a type has to be; null for what is none of ours. */
export function kindOfType(type: string): FileKind | null {
  return KINDS[type] ?? null
}

/** Whether browsers may be able to show it. */
export function isPicture(kind: FileKind | null): boolean {
  return PICTURES.includes(kind)
}

/** A file is something else than its name says. The server would refuse it, too, and cannot say as what. */
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

/** Recognises a file by its bytes. A Word document is told from others of its container by the names inside. */
export function recogniseFile(file: Uint8Array): FileKind | null {
  const head = textOf(file.subarray(0, 16))
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg'
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'png'
  if (/^GIF8[79]a/u.test(head)) return 'gif'
  if (head.startsWith('%PDF-')) return 'pdf'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (head.startsWith('ftyp', 4)) return recogniseMedia(head.slice(8, 12))
  if (head.startsWith('PK\u0003\u0004')) return holds(file, 'word/document.xml') ? 'docx' : 'zip'
  const isCompound = head.startsWith('\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1')
  return isCompound && holds(file, 'W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t') ? 'doc' : null
}

/** @param brand of a file in the container that videos and newer photos share */
function recogniseMedia(brand: string): FileKind {
  if (/^avi[fs]$/u.test(brand)) return 'avif'
  return /^(?:he[iv][cxms]|mif1|msf1)$/u.test(brand) ? 'heic' : 'video'
}

/** How much of a file becomes a text at once: as arguments of one call. */
const PART = 8192

function textOf(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes)
}

function holds(file: Uint8Array, text: string): boolean {
  for (let start = 0; start < file.length; start += PART) {
    if (textOf(file.subarray(start, start + PART + text.length)).includes(text)) return true
  }
  return false
}
