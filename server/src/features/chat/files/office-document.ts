import { fromBufferPromise } from 'yauzl'

import {
  CONTENT_TYPES_MAX,
  detectEncoding,
  type DocumentKind,
  findOfficeKind,
  isContentTypesPart,
  isOdt,
  normalisePartName,
} from '@kundig/contract/chat/document-kinds'

/** Maximum unpacked size (bytes), and maximum ratio of unpacked to packed size. */
const UNPACKED_MAX_BYTES = 100 * 1024 * 1024
const RATIO_MAX = 100
/** Unpacked size without a ratio limit (bytes): small documents with much white space compress well. */
const ALWAYS_FINE_BYTES = 5 * 1024 * 1024
const PARTS_MAX = 5000

/** Part with macros. Documents with macros must have another type and extension. */
const MACROS = /\/vbaproject\.bin$/u

/** Signature of older Office files, and the encoded name of the part with Word's text. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const TEXT_OF_DOC = Buffer.from('WordDocument', 'utf16le')

/** True for documents of Word 97 to 2003. Excel files and installers use the same container. */
export function isDoc(file: Buffer): boolean {
  return file.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE) && file.includes(TEXT_OF_DOC)
}

/**
 * Finds the kind of a document; null for unsafe files, such as those with macros. Unpacks a file to verify its table of
 * contents, if the sizes in the table are within the limits.
 */
export async function findSafeDocumentKind(file: Buffer): Promise<DocumentKind | null> {
  // Requires that the file begins with its first part. A file with other leading bytes could be two files in one.
  if (file.toString('latin1', 0, 4) !== 'PK\u0003\u0004') return null
  try {
    const zip = await fromBufferPromise(file, { lazyEntries: true })
    if (zip.entryCount > PARTS_MAX) return null
    const most = Math.max(ALWAYS_FINE_BYTES, Math.min(UNPACKED_MAX_BYTES, file.length * RATIO_MAX))
    const parts = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      if (unpacked > most || entry.isEncrypted()) return null
      parts.push(entry)
    }
    const names = new Set(parts.map(({ fileName }) => normalisePartName(fileName)))
    // Refuses two parts with the same name, because the opening program would choose which part to show.
    if (names.size < parts.length) return null
    if (Array.from(names).some((name) => MACROS.test(name))) return null
    // Reads every part, because a read throws when the part is larger than the table states.
    const contentTypes: Buffer[] = []
    for (const part of parts) {
      const isRead = isContentTypesPart(part.fileName) && part.uncompressedSize <= CONTENT_TYPES_MAX
      const unpackedPart: AsyncIterable<Buffer> = await zip.openReadStreamPromise(part)
      for await (const chunk of unpackedPart) if (isRead) contentTypes.push(chunk)
    }
    if (isOdt(file, [...names])) return 'odt'
    const bytes = Buffer.concat(contentTypes)
    return findOfficeKind(new TextDecoder(detectEncoding(bytes)).decode(bytes), [...names])
  } catch {
    return null
  }
}
