import type { Sharp } from 'sharp'

import { Refusal } from '@kundig/contract/errors'

import type { BoundedImage } from './bounded-image.ts'
import { resizeToFit, type ImageBounds } from './image-bounds.ts'

/** JPEG quality for images that already fit: encoding again at this quality loses least. */
const QUALITY_KEPT = 92
const QUALITY_REDUCED = 85
/** Minimum JPEG quality: fewer pixels look better than a lower quality. */
const QUALITY_MIN = 30
const QUALITY_STEP = 4
/** Fast PNG settings, for images that lose colours anyway. */
const FEW_COLOURS = { palette: true, effort: 1, dither: 0 } as const
/** Shares of the maximum side that are tried in turn. At about a third of the side, even noise fits. */
const SCALES = [1, 0.75, 0.5, 0.35]
/** Size to which a smaller image may grow when encoded again (bytes). */
const SMALL_BYTES = 64 * 1024

export interface EncodedImage {
  content: Buffer
  format: 'jpeg' | 'png' | 'gif'
  width: number
  height: number
}

/** Encodes the first frame: losslessly, or as the best JPEG (PNG with transparency) that fits. Throws IMAGE_UNREADABLE. */
export async function encodeStillImage(
  image: BoundedImage,
  sent: { format: 'jpeg' | 'png' | 'gif'; sizeBytes: number },
  bounds: ImageBounds,
): Promise<EncodedImage> {
  if (sent.format !== 'jpeg') {
    const lossless = await encodeLosslessImage(image, sent.format, bounds)
    if (lossless) return lossless
    if (image.found.hasAlpha && !(await isOpaque(image))) return encodeTransparentPng(image, bounds)
  }
  return encodeJpeg(image, sent, bounds)
}

async function encodeLosslessImage(
  { open, found }: BoundedImage,
  format: 'png' | 'gif',
  { bytesMax, sideMaxPx }: ImageBounds,
): Promise<EncodedImage | null> {
  const image = (): Sharp => resizeToFit(open('first'), sideMaxPx)
  // A PNG with a palette keeps it, because full colour would take several times the space.
  const palette = found.isPalette ?? false
  const tries = [
    ...(format === 'gif' ? [() => image().gif({ effort: 1, dither: 0 })] : []),
    () => image().png({ palette }),
    ...(palette ? [] : [() => image().png({ compressionLevel: 9, adaptiveFiltering: true })]),
  ]
  for (const encode of tries) {
    const made = await encodeImage(encode())
    if (made.content.length <= bytesMax) return made
  }
  return null
}

/** Reduces an image's colours, then its pixels, and keeps its transparency. */
async function encodeTransparentPng(
  { open }: BoundedImage,
  { bytesMax, sideMaxPx }: ImageBounds,
): Promise<EncodedImage> {
  for (const scale of SCALES) {
    const made = await encodeImage(resizeToFit(open('first'), Math.round(sideMaxPx * scale)).png(FEW_COLOURS))
    if (made.content.length <= bytesMax) return made
  }
  throw new Refusal('IMAGE_UNREADABLE')
}

async function encodeJpeg(
  { open, found, openPixels }: BoundedImage,
  sent: { format: string; sizeBytes: number },
  { bytesMax, sideMaxPx }: ImageBounds,
): Promise<EncodedImage> {
  const { data, info } = await resizeToFit(open('first'), sideMaxPx)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const fitsAlready =
    sent.format === 'jpeg' && sent.sizeBytes <= bytesMax && Math.max(found.width, found.height) <= sideMaxPx
  const chromaSubsampling = found.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0'
  // A larger file than the original would look no better.
  const wanted = fitsAlready ? Math.max(sent.sizeBytes, SMALL_BYTES) : bytesMax
  for (const scale of SCALES) {
    const side = Math.ceil(Math.max(width, height) * scale)
    const encode = (quality: number): Promise<EncodedImage> =>
      encodeImage(
        resizeToFit(openPixels(data, { width, height, channels }), side).jpeg({
          quality,
          chromaSubsampling,
        }),
      )
    const made = await encodeWithinBytes(wanted, encode, fitsAlready ? QUALITY_KEPT : QUALITY_REDUCED)
    if (made.content.length <= bytesMax) return made
  }
  throw new Refusal('IMAGE_UNREADABLE')
}

/** Encodes with the best fitting quality, within one step, or else with the lowest quality. */
async function encodeWithinBytes(
  bytesMax: number,
  encode: (quality: number) => Promise<EncodedImage>,
  best: number,
): Promise<EncodedImage> {
  const first = await encode(best)
  if (first.content.length <= bytesMax) return first
  let fitting = await encode(QUALITY_MIN)
  if (fitting.content.length > bytesMax) return fitting
  let [low, high] = [QUALITY_MIN, best]
  while (high - low > QUALITY_STEP) {
    const middle = Math.round((low + high) / 2)
    const made = await encode(middle)
    if (made.content.length > bytesMax) high = middle
    else [low, fitting] = [middle, made]
  }
  return fitting
}

async function isOpaque({ open }: BoundedImage): Promise<boolean> {
  return (await open('first').stats()).isOpaque
}

async function encodeImage(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const format = info.format === 'png' || info.format === 'gif' ? info.format : 'jpeg'
  return { content: data, format, width: info.width, height: info.height }
}
