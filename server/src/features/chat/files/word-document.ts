import { fromBufferPromise } from 'yauzl'

import {
  comparedName,
  CONTENT_TYPES_MAX,
  encodingOf,
  isContentTypesPart,
  isWordDocument,
} from '@kundig/contract/chat/document-kinds'

/** What a document may take once it is unpacked (bytes), and how many times its own size. */
const UNPACKED_MAX_BYTES = 100 * 1024 * 1024
const RATIO_MAX = 100
/** A small document of much white space packs well, and harms nobody. */
const ALWAYS_FINE_BYTES = 5 * 1024 * 1024
/** A document has some dozens of parts; one with many pictures some hundreds. */
const PARTS_MAX = 5000

/** Code that comes with a document: that is another type, under another name. */
const MACROS = 'word/vbaproject.bin'

/** The first bytes of the container of Word's older documents, and the name of the text inside, as it is written there. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const TEXT_OF_DOC = Buffer.from('WordDocument', 'utf16le')

/** Whether a file is a document of Word 97 to 2003. Excel's files and installers have the same container. */
export function isDoc(file: Buffer): boolean {
  return file.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE) && file.includes(TEXT_OF_DOC)
}

/**
 * Whether a file is a Word document that can be unpacked without harm. Nothing is unpacked unless its own table of
 * contents stays within bounds, and then only to see that the table tells the truth.
 */
export async function isSafeDocx(file: Buffer): Promise<boolean> {
  // A document begins with its first part; what has something else in front of it can be two files in one.
  if (file.toString('latin1', 0, 4) !== 'PK\u0003\u0004') return false
  try {
    const zip = await fromBufferPromise(file, { lazyEntries: true })
    if (zip.entryCount > PARTS_MAX) return false
    const most = Math.max(ALWAYS_FINE_BYTES, Math.min(UNPACKED_MAX_BYTES, file.length * RATIO_MAX))
    const parts = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      if (unpacked > most || entry.isEncrypted()) return false
      parts.push(entry)
    }
    const names = new Set(parts.map(({ fileName }) => comparedName(fileName)))
    // Two parts of one name: which of them is shown depends on who shows it.
    if (names.size < parts.length) return false
    if (names.has(MACROS)) return false
    // Each throws when there is more in it than the table says.
    const contentTypes: Buffer[] = []
    for (const part of parts) {
      const isRead = isContentTypesPart(part.fileName) && part.uncompressedSize <= CONTENT_TYPES_MAX
      const unpackedPart: AsyncIterable<Buffer> = await zip.openReadStreamPromise(part)
      for await (const chunk of unpackedPart) if (isRead) contentTypes.push(chunk)
    }
    const bytes = Buffer.concat(contentTypes)
    return isWordDocument(new TextDecoder(encodingOf(bytes)).decode(bytes), [...names])
  } catch {
    return false
  }
}
