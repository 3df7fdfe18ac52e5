import sharp, { type Metadata } from 'sharp'

import { Refusal } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

import { imageFormatOf } from './image-format.ts'
import { createQueue } from './work-queue.ts'

/** Decoding takes well under a second; what takes longer is made to (s). */
const TIMEOUT_S = 10
const QUALITY = 82
/** Red, green, blue and opacity, a byte each. */
const CHANNELS = 4

// One thread for each image: uploads leave the rest of the machine to everybody else.
sharp.concurrency(1)
sharp.cache(false)

/** The type of what `squarePicture` returns. */
export const PICTURE_TYPE = 'image/webp'

/** One at a time, for the processor's and the memory's sake; some wait, and when too many do, the next are refused. */
export const imageQueue = createQueue({ atOnce: 1, waiting: 30 })

/**
 * Makes a small square picture of whatever image a person sends: upright, its middle, without location or any
 * other data about it, and encoded anew, so that nothing of the file itself is ever served. Of an animation it
 * takes the first frame.
 * @param image the bytes as they came; only they tell what it is
 * @returns WebP of at most 400 × 400 pixels; a smaller image is not enlarged
 * @throws Refusal IMAGE_REQUIRED, IMAGE_HEIC, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE
 */
export async function squarePicture(image: Buffer): Promise<Buffer> {
  const format = imageFormatOf(image)
  if (format === null) throw new Refusal('IMAGE_REQUIRED')
  if (format === 'heic') throw new Refusal('IMAGE_HEIC')
  try {
    // The number of pixels is checked below, to say so; nothing is decoded before.
    const found = await sharp(image, { limitInputPixels: false }).metadata()
    if ((found.format === 'heif' ? 'avif' : found.format) !== format) throw new Refusal('IMAGE_UNREADABLE')
    if (decodedBytes(found) > PICTURES.pixelsMax * CHANNELS) throw new Refusal('IMAGE_TOO_MANY_PIXELS')
    const side = Math.min(PICTURES.sideMaxPx, found.width, found.height)
    return await sharp(image, { limitInputPixels: PICTURES.pixelsMax, failOn: 'error', autoOrient: true })
      .resize({ width: side, height: side, fit: 'cover' })
      .webp({ quality: QUALITY })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('IMAGE_UNREADABLE')
  }
}

/** What the pixels take in memory; a deep pixel counts as two. */
function decodedBytes({ width, height, depth }: Metadata): number {
  return width * height * CHANNELS * (depth === 'uchar' ? 1 : 2)
}
