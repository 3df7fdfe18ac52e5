import { Refusal } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

import { boundedImage } from './bounded-image.ts'
import { detectImageFormat } from './image-format.ts'

const QUALITY = 82

/** Type of the result of `squarePicture`. */
export const PICTURE_TYPE = 'image/webp'

/**
 * Makes a small square picture from any uploaded image: upright, its middle, and without location or other data about
 * it. It is encoded again, so that nothing of the file itself is ever served. Uses the first frame of an animation.
 * @param image received bytes; only they determine the format
 * @returns WebP of at most 400 × 400 pixels; a smaller image is not enlarged
 * @throws Refusal IMAGE_REQUIRED, IMAGE_HEIC, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE
 */
export async function squarePicture(image: Buffer): Promise<Buffer> {
  const format = detectImageFormat(image)
  if (format === null) throw new Refusal('IMAGE_REQUIRED')
  if (format === 'heic') throw new Refusal('IMAGE_HEIC')
  return boundedImage(image, format, ({ open, found }) => {
    const side = Math.min(PICTURES.sideMaxPx, found.width, found.height)
    return open('first').resize({ width: side, height: side, fit: 'cover' }).webp({ quality: QUALITY }).toBuffer()
  })
}
