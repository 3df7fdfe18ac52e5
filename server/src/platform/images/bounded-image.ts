import sharp, { type Metadata, type Sharp } from 'sharp'

import { Refusal } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

import type { ImageFormat } from './image-format.ts'
import { createTurns } from './turns.ts'

/** Red, green, blue and opacity, a byte each. */
const CHANNELS = 4

// One thread for each image: uploads leave the rest of the machine to everybody else.
sharp.concurrency(1)
sharp.cache(false)

/**
 * One at a time, for the processor's and the memory's sake, and people in turns; some wait, and when too many do, the
 * next are refused.
 */
export const imageTurns = createTurns({ atOnce: 1, waiting: 30 })

/** Opens an image, upright and as often as needed: its first frame, or all of them below each other. */
export type OpenImage = (shown: 'first' | 'all') => Sharp

/**
 * Works on an image that somebody sent, once it is known to be what its first bytes say and one frame of it fits into
 * memory: nothing is decoded before.
 * @param work is given what opens the image and what it says of itself; how many of its frames it opens is its to bound
 * @throws Refusal IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE
 */
export async function boundedImage<T>(
  image: Buffer,
  format: ImageFormat,
  work: (open: OpenImage, found: Metadata) => Promise<T>,
): Promise<T> {
  const limitInputPixels = PICTURES.pixelsMax
  try {
    // The number of pixels is checked below, to say so.
    const found = await sharp(image, { limitInputPixels: false }).metadata()
    if ((found.format === 'heif' ? 'avif' : found.format) !== format) throw new Refusal('IMAGE_UNREADABLE')
    if (decodedBytes(found) > limitInputPixels * CHANNELS) throw new Refusal('IMAGE_TOO_MANY_PIXELS')
    return await work(
      (shown) => sharp(image, { limitInputPixels, failOn: 'error', autoOrient: true, animated: shown === 'all' }),
      found,
    )
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('IMAGE_UNREADABLE')
  }
}

/** What the pixels of one frame take in memory; a deep pixel counts as two. */
function decodedBytes({ width, height, depth }: Metadata): number {
  return width * height * CHANNELS * (depth === 'uchar' ? 1 : 2)
}
