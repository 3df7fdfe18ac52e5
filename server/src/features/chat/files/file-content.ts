import { isUtf8 } from 'node:buffer'

import { DOCUMENT_TYPES, isPdf, isPlainText } from '@kundig/contract/chat/document-kinds'
import { ANIMATIONS, type FileType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import { cleanImage } from '../../../platform/images/clean-image.ts'
import { detectImageFormat } from '../../../platform/images/image-format.ts'
import { imageQueue } from '../../../platform/images/image-queue.ts'
import { findSafeDocumentKind, isDoc } from './office-document.ts'

export interface CleanFile {
  content: Buffer
  /** Type after processing. It differs from the declared type if the image was too large in that type. */
  type: FileType
  /** Thumbnail, width and height (pixels) are null for files that are not images. */
  thumbnail: Buffer | null
  width: number | null
  height: number | null
}

const TYPES = { jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const

const IMAGES: Partial<Record<FileType, 'jpeg' | 'png' | 'gif'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
}

/**
 * Encodes images again, without metadata.
 * @throws Refusal FILE_TYPE_INVALID, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE, UNAVAILABLE
 */
export async function cleanFile(
  type: FileType,
  sent: Buffer,
  sender: { id: string; gone: AbortSignal },
): Promise<CleanFile> {
  const format = IMAGES[type]
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => imageQueue.run(sender.id, work, sender.gone)
  if (format !== undefined) {
    if (detectImageFormat(sent) !== format) throw new Refusal('FILE_TYPE_INVALID')
    const { image, thumbnail } = FILES
    const { format: made, ...clean } = await inTurn(() =>
      cleanImage(sent, { format, bounds: { ...image, ...ANIMATIONS }, thumbnail }),
    )
    return { ...clean, type: TYPES[made] }
  }
  if (!(await matchesDeclaredType(type, sent, inTurn))) throw new Refusal('FILE_TYPE_INVALID')
  return { content: sent, type, thumbnail: null, width: null, height: null }
}

async function matchesDeclaredType(
  type: FileType,
  sent: Buffer,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<boolean> {
  switch (type) {
    case 'application/pdf':
      return isPdf(sent) && detectImageFormat(sent) === null
    case 'application/msword':
      return isDoc(sent)
    case 'text/plain':
    case 'text/csv':
      return isUtf8(sent) && isPlainText(sent.toString()) && !isPdf(sent)
    default: {
      const kind = await inTurn(() => findSafeDocumentKind(sent))
      return kind !== null && DOCUMENT_TYPES[kind] === type
    }
  }
}
