/** Distance from the start within which PDF readers accept the header (bytes). */
const PDF_HEADER_WITHIN = 1024
/** Starts of a container, program, script or page: such a file can be of two types, and is refused as a PDF. */
const OTHER_FILE = /^(?:PK|MZ|\u007FELF|#!|\u00D0\u00CF|[\s\u00EF\u00BB\u00BF]*<)/u

/** True for a PDF. Short content, such as a byte order mark or an empty line, may precede its header. */
export function isPdf(file: Uint8Array): boolean {
  const head = String.fromCodePoint(...file.subarray(0, PDF_HEADER_WITHIN))
  return head.includes('%PDF-') && !OTHER_FILE.test(head)
}

/**
 * Normalises a part's name for comparison: some programs write other cases, backslashes, or percent-encoded letters.
 */
export function normaliseName(name: string): string {
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
  return normaliseName(name) === '[content_types].xml'
}

/** Maximum size of the list of content types (bytes): for hundreds of pictures it has a tenth of that. */
export const CONTENT_TYPES_MAX = 512 * 1024

/** The encoding of a part of an Office document: UTF-8, or UTF-16 by its byte order mark. */
export function detectEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

const MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Code in a document, which makes it another type with another extension. */
const MACROS = 'application/vnd.ms-office.vbaproject'

/**
 * True if the content types name a main part without macros, and it exists. Word on the web writes
 * `word/document2.xml`.
 */
export function isWordDocument(contentTypes: string, parts: readonly string[]): boolean {
  const names = new Set(parts.map(normaliseName))
  const extensions = new Set(Array.from(names, (name) => /\.([^.]+)$/u.exec(name)?.[1]))
  const types = Array.from(contentTypes.matchAll(/<(?:\w{1,20}:)?(?:Override|Default)\s[^<>]*>/gu), ([tag]) => ({
    part: normaliseName(readAttribute(tag, 'PartName')).replace(/^\//u, ''),
    extension: readAttribute(tag, 'Extension'),
    type: readAttribute(tag, 'ContentType'),
  }))
  if (types.some(({ type }) => type === MACROS)) return false
  return types.some(
    ({ part, extension, type }) => type === MAIN_PART && (part === '' ? extensions.has(extension) : names.has(part)),
  )
}

/** In lower case, because names of parts and types are compared in lower case. */
function readAttribute(tag: string, name: string): string {
  const [, double, single] = new RegExp(String.raw`\s${name}\s?=\s?(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag) ?? []
  return (double ?? single ?? '').toLowerCase()
}
