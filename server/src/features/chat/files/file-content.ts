import { isPdf } from '@kundig/contract/chat/document-kinds'
import { ANIMATIONS, type StoredFileType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import { cleanImage } from '../../../platform/images/clean-image.ts'
import { detectImageFormat } from '../../../platform/images/image-format.ts'
import { imageQueue } from '../../../platform/images/image-queue.ts'
import { isDoc, isSafeDocx } from './word-document.ts'

export interface CleanFile {
  content: Buffer
  /** Differs from the declared type for an image that was too large in it. */
  type: StoredFileType
  /** Null, with width and height (pixels), for files that are not images. */
  thumbnail: Buffer | null
  width: number | null
  height: number | null
}

const TYPES = { jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const

const IMAGES: Partial<Record<StoredFileType, 'jpeg' | 'png' | 'gif'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
}

/**
 * Encodes images again, without metadata.
 * @throws Refusal FILE_TYPE_INVALID, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE, UNAVAILABLE
 */
export async function cleanFile(
  type: StoredFileType,
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
  const isWhatItSays =
    type === 'application/pdf'
      ? isPdf(sent) && detectImageFormat(sent) === null
      : type === 'application/msword'
        ? isDoc(sent)
        : await inTurn(() => isSafeDocx(sent))
  if (!isWhatItSays) throw new Refusal('FILE_TYPE_INVALID')
  return { content: sent, type, thumbnail: null, width: null, height: null }
}
