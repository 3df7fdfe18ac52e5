import { detectEncoding, isPlainText } from '@kundig/contract/chat/document-kinds'
import { cleanFileName, FILE_TYPES, correctExtension, readExtension } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import { isPicture, recogniseFile, toMediaType } from '../../../platform/uploads/file-kind.ts'
import { toFileKindRefusal } from './file-mismatch.ts'
import { loadImagePreparation } from './pictures/load-image-preparation.ts'
import { isImage, type PreparedFile } from './prepared-file.ts'

/**
 * Detects a file's type from its bytes, and corrects the declared type and extension. Shrinks and converts pictures.
 * @throws Refusal when unreadable, too large or impossible to open; FileMismatch when unsupported and wrongly declared
 */
export async function prepareFile(file: File, name: string, type: string): Promise<PreparedFile> {
  const bytes = await file.arrayBuffer().catch(() => {
    // Folders and deleted files cannot be read.
    throw new Refusal('FILE_SEND_FAILED')
  })
  const found = await recogniseFile(new Uint8Array(bytes))
  // A browser may open picture formats that this code does not know. SVG is excluded, because it may contain scripts.
  const isOtherPicture = found === null && isImage(type) && !type.startsWith('image/svg')
  const isGif = (found ?? type).endsWith('gif')
  if (bytes.byteLength > FILES.bytesMax && (isGif || !(isPicture(found) || isOtherPicture)))
    throw new Refusal('FILE_TOO_LARGE')
  if (isPicture(found) || isOtherPicture) {
    const { preparePicture } = await loadImagePreparation().catch(() => {
      throw new Refusal('NETWORK')
    })
    return preparePicture({ bytes, name, label: type, found })
  }
  const kind = found ?? findTextKind(name, type)
  const content = found ? bytes : toUtf8(new Uint8Array(bytes))
  const sent = FILE_TYPES.find((one) => kind !== null && one === toMediaType(kind))
  if (!sent || content === null) throw toFileKindRefusal(type, found)
  const body = new Blob([content], { type: sent })
  return { body, name: cleanFileName(correctExtension(name, sent)), thumbnail: null, isReduced: false }
}

/** Returns the kind by the extension. On Windows with Excel, browsers declare CSV as an Excel file. */
function findTextKind(name: string, type: string): 'txt' | 'csv' | null {
  const extension = readExtension(name)
  if (extension === 'csv' || type === 'text/csv') return 'csv'
  return extension === 'txt' || type === 'text/plain' ? 'txt' : null
}

/** Converts text in other encodings, such as those of older Windows programs, to UTF-8. Null for binary content. */
function toUtf8(bytes: Uint8Array<ArrayBuffer>): string | Uint8Array<ArrayBuffer> | null {
  const encoding = detectEncoding(bytes)
  if (encoding === 'utf-8' && decodeText(bytes, encoding) !== null) return bytes
  const text = decodeText(bytes, encoding === 'utf-8' ? 'windows-1252' : encoding)
  // Spreadsheets recognise the encoding by the byte order mark.
  return text === null ? null : `\uFEFF${text}`
}

function decodeText(bytes: Uint8Array<ArrayBuffer>, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return isPlainText(text) ? text : null
  } catch {
    return null
  }
}
