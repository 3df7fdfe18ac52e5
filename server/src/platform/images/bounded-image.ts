import sharp, { type CreateRaw, type Metadata, type Sharp } from 'sharp'

import { Refusal } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

import type { ImageFormat } from './image-format.ts'

const CHANNELS = 4
/** Maximum JPEG scans; encoders write some 20. An empty scan takes 100 bytes but 10 ms, and timeouts do not stop it. */
const SCANS_MAX = 50
/** Wall-clock timeout of all work on one image (s). */
const TIMEOUT_S = 20

// With one thread per image, other work can use the other processors.
sharp.concurrency(1)
sharp.cache(false)

export interface BoundedImage {
  found: Metadata
  /** Opens the image upright: its first frame, or all frames stacked vertically. May be called several times. */
  open: (shown: 'first' | 'all') => Sharp
  openPixels: (pixels: Buffer, raw: CreateRaw & { pageHeight?: number }) => Sharp
}

/** Checks an image before decoding. Throws IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE. `work` must limit the frames. */
export async function withBoundedImage<T>(
  image: Buffer,
  format: ImageFormat,
  work: (image: BoundedImage) => Promise<T>,
): Promise<T> {
  const limitInputPixels = PICTURES.pixelsMax
  const endsAt = performance.now() + TIMEOUT_S * 1000
  const withRemainingTimeout = (opened: Sharp): Sharp => {
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) throw new Refusal('IMAGE_UNREADABLE')
    return opened.timeout({ seconds: Math.ceil(leftMs / 1000) })
  }
  try {
    // sharp's pixel limit is off, because too many pixels have their own refusal here.
    const found = await sharp(image, { limitInputPixels: false }).metadata()
    if ((found.format === 'heif' ? 'avif' : found.format) !== format) throw new Refusal('IMAGE_UNREADABLE')
    if (isTooLarge(found)) throw new Refusal('IMAGE_TOO_MANY_PIXELS')
    if (format === 'jpeg' && countScans(image) > SCANS_MAX) throw new Refusal('IMAGE_UNREADABLE')
    return await work({
      found,
      open: (shown) =>
        withRemainingTimeout(
          sharp(image, { limitInputPixels, failOn: 'error', autoOrient: true, animated: shown === 'all' }),
        ),
      openPixels: (pixels, raw) => withRemainingTimeout(sharp(pixels, { raw })),
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('IMAGE_UNREADABLE')
  }
}

/** True when a frame takes too much memory (a deep pixel counts as two), or a side is too long to decode quickly. */
function isTooLarge({ width, height, depth }: Metadata): boolean {
  const bytes = width * height * CHANNELS * (depth === 'uchar' ? 1 : 2)
  return bytes > PICTURES.pixelsMax * CHANNELS || Math.max(width, height) > PICTURES.sentSideMaxPx
}

/** Counts a JPEG's scans by their marker (Start of Scan), which compressed data never contains. */
function countScans(jpeg: Buffer): number {
  const marker = Buffer.from([0xff, 0xda])
  let scans = 0
  for (let at = jpeg.indexOf(marker); at !== -1; at = jpeg.indexOf(marker, at + marker.length)) scans += 1
  return scans
}
