import {
  CONTENT_TYPES_MAX,
  detectEncoding,
  DOCUMENT_TYPES,
  type DocumentKind,
  findOfficeKind,
  isContentTypesPart,
  isOdt,
  isPdf,
} from '@kundig/contract/chat/document-kinds'

import { readZipContainer } from './zip-container.ts'

export type FileKind = keyof typeof TYPES

const TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
  doc: 'application/msword',
  ...DOCUMENT_TYPES,
  txt: 'text/plain',
  csv: 'text/csv',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  video: 'video/mp4',
  zip: 'application/zip',
} as const

export function toMediaType<Kind extends FileKind>(kind: Kind): (typeof TYPES)[Kind] {
  return TYPES[kind]
}

export function isPicture(kind: FileKind | null): kind is 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' {
  return kind !== null && TYPES[kind].startsWith('image/')
}

/** Number of bytes needed to recognise a picture. */
export const PICTURE_HEAD = 16

/** Recognises a file by its bytes, and a document by its zip container. @returns null for texts and unknown files */
export async function recogniseFile(file: Uint8Array<ArrayBuffer>): Promise<FileKind | null> {
  const picture = recognisePicture(file)
  if (picture) return picture
  const head = toText(file.subarray(0, 16))
  if (head.startsWith('PK\u0003\u0004')) return (await recogniseDocument(file)) ?? 'zip'
  if (isPdf(file)) return 'pdf'
  const isCompound = head.startsWith('\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1')
  return isCompound && containsText(file, 'W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t') ? 'doc' : null
}

/** Recognises a picture, or a video in the container of HEIC and AVIF. @param file first bytes of the file */
export function recognisePicture(file: Uint8Array): FileKind | null {
  const head = toText(file.subarray(0, PICTURE_HEAD))
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg'
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'png'
  if (/^GIF8[79]a/u.test(head)) return 'gif'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (!head.startsWith('ftyp', 4)) return null
  const brand = head.slice(8, 12)
  if (/^avi[fs]$/u.test(brand)) return 'avif'
  return /^(?:he[iv][cxms]|mif1|msf1)$/u.test(brand) ? 'heic' : 'video'
}

async function recogniseDocument(file: Uint8Array<ArrayBuffer>): Promise<DocumentKind | null> {
  const container = readZipContainer(file)
  if (!container) return null
  if (isOdt(file, container.names)) return 'odt'
  const contentTypes = await container.read(isContentTypesPart, CONTENT_TYPES_MAX)
  if (contentTypes === null) return null
  return findOfficeKind(new TextDecoder(detectEncoding(contentTypes)).decode(contentTypes), container.names)
}

/** Chunk size (bytes). `fromCharCode` takes each byte as an argument, and the number of arguments is limited. */
const PART = 8192

function toText(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes)
}

function containsText(file: Uint8Array, text: string): boolean {
  for (let start = 0; start < file.length; start += PART) {
    if (toText(file.subarray(start, start + PART + text.length)).includes(text)) return true
  }
  return false
}
