import { Refusal } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

import { withBoundedImage } from './bounded-image.ts'
import { detectImageFormat } from './image-format.ts'

const QUALITY = 82

export const PICTURE_TYPE = 'image/webp'

/**
 * Makes a WebP of at most 400 × 400 pixels from the first frame's middle, never enlarged and without metadata. Throws
 * IMAGE_REQUIRED, IMAGE_HEIC, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE.
 */
export async function makeSquarePicture(image: Buffer): Promise<Buffer> {
  const format = detectImageFormat(image)
  if (format === null) throw new Refusal('IMAGE_REQUIRED')
  if (format === 'heic') throw new Refusal('IMAGE_HEIC')
  return withBoundedImage(image, format, ({ open, found }) => {
    const side = Math.min(PICTURES.sideMaxPx, found.width, found.height)
    return open('first').resize({ width: side, height: side, fit: 'cover' }).webp({ quality: QUALITY }).toBuffer()
  })
}
