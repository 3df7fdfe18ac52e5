import { isPdf } from '@kundig/contract/chat/document-kinds'
import { ANIMATIONS, type StoredFileType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import { cleanImage } from '../../../platform/images/clean-image.ts'
import { detectImageFormat } from '../../../platform/images/image-format.ts'
import { imageTurns } from '../../../platform/images/image-turns.ts'
import { isDoc, isSafeDocx } from './word-document.ts'

/** A file as it is to be stored. */
export interface CleanFile {
  content: Buffer
  /** An image that is too large as what it is may have become another type. */
  type: StoredFileType
  /** Null for what is no image, as are its width and height (pixels). */
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
 * Makes of a file that somebody sent what may be stored: its bytes are what it was declared as, it does no harm when
 * it is unpacked, and an image is encoded anew, without any data about where or how it was taken.
 * @param type as it was declared, and as its extension says
 * @param sender whose turn it takes; what still waits when `gone` comes is not begun
 * @throws Refusal FILE_TYPE_INVALID, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE; UNAVAILABLE when too many wait, or the
 *   sender is gone
 */
export async function cleanFile(
  type: StoredFileType,
  sent: Buffer,
  sender: { id: string; gone: AbortSignal },
): Promise<CleanFile> {
  const format = IMAGES[type]
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => imageTurns.run(sender.id, work, sender.gone)
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
