import type { StoredFileType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import { imageQueue } from '../../platform/images/bounded-image.ts'
import { cleanImage } from '../../platform/images/clean-image.ts'
import { imageFormatOf } from '../../platform/images/image-format.ts'
import { isDoc, isSafeDocx } from './word-document.ts'

/** A file as it is to be stored. */
export interface CleanFile {
  content: Buffer
  /** Null for what is no image, as are its width and height (pixels). */
  thumbnail: Buffer | null
  width: number | null
  height: number | null
}

const IMAGES: Partial<Record<StoredFileType, 'jpeg' | 'png' | 'gif'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
}

/**
 * Makes of a file that somebody sent what may be stored: its bytes are what it was declared as, it does no harm when
 * it is unpacked, and an image is encoded anew, without any data about where or how it was taken.
 * @param type as it was declared, and as its extension says
 * @throws Refusal FILE_TYPE_INVALID, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE; UNAVAILABLE when too many wait
 */
export async function cleanFile(type: StoredFileType, sent: Buffer): Promise<CleanFile> {
  const format = IMAGES[type]
  if (format !== undefined) {
    if (imageFormatOf(sent) !== format) throw new Refusal('FILE_TYPE_INVALID')
    const { image, thumbnail } = FILES
    return imageQueue(() => cleanImage(sent, { format, sideMaxPx: image.sideMaxPx, thumbnail }))
  }
  const isWhatItSays =
    type === 'application/pdf'
      ? sent.toString('latin1', 0, 5) === '%PDF-'
      : type === 'application/msword'
        ? isDoc(sent)
        : await imageQueue(() => isSafeDocx(sent))
  if (!isWhatItSays) throw new Refusal('FILE_TYPE_INVALID')
  return { content: sent, thumbnail: null, width: null, height: null }
}
