import type { Sharp } from 'sharp'

import { Refusal } from '@kundig/contract/errors'

import type { BoundedImage } from './bounded-image.ts'
import { inside, type ImageBounds } from './image-bounds.ts'

/** For what fits as it came: it was encoded once already, and loses least like this. */
const QUALITY_KEPT = 92
/** For what is made smaller anyway. */
const QUALITY_REDUCED = 85
/** Below this, fewer pixels look better. */
const QUALITY_MIN = 30
/** How far from the best quality that fits a search may end. */
const QUALITY_STEP = 4
/** Quick, for what loses colours anyway. */
const FEW_COLOURS = { palette: true, effort: 1, dither: 0 } as const
/** Sides, as parts of the largest that is allowed, tried until one fits: noise of a third of them does at any quality. */
const SCALES = [1, 0.75, 0.5, 0.35]
/** A small image may grow by being encoded anew: that costs nobody anything (bytes). */
const SMALL_BYTES = 64 * 1024

export interface EncodedImage {
  content: Buffer
  format: 'jpeg' | 'png' | 'gif'
  width: number
  height: number
}

/**
 * Encodes the first frame of an image anew, within bounds: losslessly where that fits, otherwise at the best quality
 * that does. What cannot be small enough without loss becomes a JPEG, unless it is transparent somewhere.
 * @param sent the file
 * @throws Refusal IMAGE_UNREADABLE when nothing fits
 */
export async function encodeStill(
  image: BoundedImage,
  sent: { format: 'jpeg' | 'png' | 'gif'; sizeBytes: number },
  bounds: ImageBounds,
): Promise<EncodedImage> {
  if (sent.format !== 'jpeg') {
    const lossless = await encodeLossless(image, sent.format, bounds)
    if (lossless) return lossless
    if (image.found.hasAlpha && !(await isOpaque(image))) return encodeTransparent(image, bounds)
  }
  return encodeJpeg(image, sent, bounds)
}

async function encodeLossless(
  { open, found }: BoundedImage,
  format: 'png' | 'gif',
  { bytesMax, sideMaxPx }: ImageBounds,
): Promise<EncodedImage | null> {
  const image = (): Sharp => inside(open('first'), sideMaxPx)
  // Drawings of few colours stay so: as full colour they would take several times the space.
  const palette = found.isPalette ?? false
  const tries = [
    ...(format === 'gif' ? [() => image().gif({ effort: 1, dither: 0 })] : []),
    () => image().png({ palette }),
    ...(palette ? [] : [() => image().png({ compressionLevel: 9, adaptiveFiltering: true })]),
  ]
  for (const encode of tries) {
    const made = await bytesOf(encode())
    if (made.content.length <= bytesMax) return made
  }
  return null
}

/** Fewer colours, then fewer pixels; what is transparent stays so. */
async function encodeTransparent({ open }: BoundedImage, { bytesMax, sideMaxPx }: ImageBounds): Promise<EncodedImage> {
  for (const scale of SCALES) {
    const made = await bytesOf(inside(open('first'), Math.round(sideMaxPx * scale)).png(FEW_COLOURS))
    if (made.content.length <= bytesMax) return made
  }
  throw new Refusal('IMAGE_UNREADABLE')
}

async function encodeJpeg(
  { open, found, openPixels }: BoundedImage,
  sent: { format: string; sizeBytes: number },
  { bytesMax, sideMaxPx }: ImageBounds,
): Promise<EncodedImage> {
  // Decoded once, encoded several times.
  const { data, info } = await inside(open('first'), sideMaxPx)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const fitsAlready =
    sent.format === 'jpeg' && sent.sizeBytes <= bytesMax && Math.max(found.width, found.height) <= sideMaxPx
  const chromaSubsampling = found.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0'
  // Encoded at a better quality than it came in, it would grow and gain nothing.
  const wanted = fitsAlready ? Math.max(sent.sizeBytes, SMALL_BYTES) : bytesMax
  for (const scale of SCALES) {
    const side = Math.ceil(Math.max(width, height) * scale)
    const encode = (quality: number): Promise<EncodedImage> =>
      bytesOf(
        inside(openPixels(data, { width, height, channels }), side).jpeg({
          quality,
          chromaSubsampling,
        }),
      )
    const made = await bestWithin(wanted, encode, fitsAlready ? QUALITY_KEPT : QUALITY_REDUCED)
    if (made.content.length <= bytesMax) return made
  }
  throw new Refusal('IMAGE_UNREADABLE')
}

/** The best quality whose result is small enough, give or take a step; the lowest when none is. */
async function bestWithin(
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

async function bytesOf(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const format = info.format === 'png' || info.format === 'gif' ? info.format : 'jpeg'
  return { content: data, format, width: info.width, height: info.height }
}
