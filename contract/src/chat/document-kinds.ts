/** Maximum distance of the header from the start of a file that PDF readers accept (bytes). */
const PDF_HEADER_WITHIN = 1024
/** First bytes of archives, programs, scripts and pages. A PDF that begins with them has two types, and is refused. */
const OTHER_FILE = /^(?:PK|MZ|\u007FELF|#!|\u00D0\u00CF|[\s\u00EF\u00BB\u00BF]*<)/u

/** True for a PDF. Short content, such as a byte order mark or an empty line, may precede its header. */
export function isPdf(file: Uint8Array): boolean {
  const head = String.fromCodePoint(...file.subarray(0, PDF_HEADER_WITHIN))
  return head.includes('%PDF-') && !OTHER_FILE.test(head)
}

/** Normalises the name of a document's part: some programs write other cases, backslashes or percent-encoding. */
export function normalisePartName(name: string): string {
  return decodeIfValid(name).replaceAll('\\', '/').toLowerCase()
}

function decodeIfValid(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

export function isContentTypesPart(name: string): boolean {
  return normalisePartName(name) === '[content_types].xml'
}

/** Maximum size of the list of content types (bytes). A document with hundreds of pictures needs a tenth. */
export const CONTENT_TYPES_MAX = 512 * 1024

/** Detects the encoding of a part of an Office document: UTF-16 by its byte order mark, else UTF-8. */
export function detectEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

const OFFICE_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const

/** Types of documents in a zip container, by kind. */
export const DOCUMENT_TYPES = { ...OFFICE_TYPES, odt: 'application/vnd.oasis.opendocument.text' } as const
export type DocumentKind = keyof typeof DOCUMENT_TYPES

/** Macro parts, including macro sheets of old workbooks. Documents with macros have another type and extension. */
const MACROS = /vbaproject|macrosheet/u

type OfficeKind = keyof typeof OFFICE_TYPES

/**
 * Finds a document's kind by its main part, which the list of content types names. Returns null for a document with
 * macros, or without a main part. Word on the web names the main part `word/document2.xml`.
 */
export function findOfficeKind(contentTypes: string, parts: readonly string[]): OfficeKind | null {
  // Encoded letters and declarations could hide a content type. No program writes them in the list of content types.
  if (/&#|<!doctype/iu.test(contentTypes)) return null
  const names = new Set(parts.map(normalisePartName))
  const extensions = new Set(Array.from(names, (name) => /\.([^.]+)$/u.exec(name)?.[1]))
  const types = Array.from(contentTypes.matchAll(/<(?:\w{1,20}:)?(?:Override|Default)\s[^<>]*>/gu), ([tag]) => ({
    part: normalisePartName(readAttribute(tag, 'PartName')).replace(/^\//u, ''),
    extension: readAttribute(tag, 'Extension'),
    type: readAttribute(tag, 'ContentType'),
  }))
  if (types.some(({ type }) => MACROS.test(type))) return null
  const kinds: readonly OfficeKind[] = ['docx', 'xlsx', 'pptx']
  const found = kinds.filter((kind) =>
    types.some(
      ({ part, extension, type }) =>
        type === `${OFFICE_TYPES[kind]}.main+xml` && (part === '' ? extensions.has(extension) : names.has(part)),
    ),
  )
  // A document with two main parts is refused, because programs may show different parts.
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Name and content of the first part of an OpenDocument text. This part is not compressed. */
const ODT = `mimetype${DOCUMENT_TYPES.odt}PK`
/** Length of the zip header before the name of the first part (bytes). */
const ODT_AT = 30

/** True for an OpenDocument text without macros. @param parts names of all parts */
export function isOdt(file: Uint8Array, parts: readonly string[]): boolean {
  const head = String.fromCodePoint(...file.subarray(ODT_AT, ODT_AT + ODT.length))
  const names = parts.map(normalisePartName)
  return head === ODT && names.includes('content.xml') && !names.some((name) => /^(?:basic|scripts)\//u.test(name))
}

/** True for text without control characters, which binary files contain. */
export function isPlainText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u0008\u000E-\u001F\u007F]/u.test(text)
}

/** Returns the value in lower case, because names of parts and types are compared in lower case. */
function readAttribute(tag: string, name: string): string {
  const [, double, single] = new RegExp(String.raw`\s${name}\s?=\s?(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag) ?? []
  return (double ?? single ?? '').toLowerCase()
}
