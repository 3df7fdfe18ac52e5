import type { ErrorCode } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

/** Tried one after the other until an image is small enough. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5, 0.35, 0.2] as const

export interface Size {
  width: number
  height: number
}

/** A part of an image (px of that image). */
export interface Area extends Size {
  x: number
  y: number
}

/** What is wrong with an image's dimensions, before its pixels are decoded. */
export function checkImageSize({ width, height }: Size): ErrorCode | null {
  // An image without a size of its own (a drawing in SVG) has no pixels to work on.
  if (!(width >= 1 && height >= 1)) return 'IMAGE_UNREADABLE'
  const isTooLarge = width * height > PICTURES.pixelsMax || Math.max(width, height) > PICTURES.sentSideMaxPx
  return isTooLarge ? 'IMAGE_TOO_MANY_PIXELS' : null
}

/** A size times a factor, in whole pixels: at least 1 each way, whatever the shape. */
export function scaled({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** The largest size of the same shape whose sides are at most `sideMax` px; a small image is not blown up. */
export function sizeWithin(size: Size, sideMax: number): Size {
  return scaled(size, Math.min(1, sideMax / Math.max(size.width, size.height)))
}

/**
 * The best quality whose result is small enough.
 * @param encode makes the image at a quality between 0 and 1; null when it cannot
 * @param best the quality to start from
 * @returns null when it cannot be made, or not small enough
 */
export async function encodeWithin(
  bytesMax: number,
  encode: (quality: number) => Promise<Blob | null>,
  best: number = QUALITIES[0],
): Promise<Blob | null> {
  for (const quality of [best, ...QUALITIES.filter((lower) => lower < best)]) {
    const blob = await encode(quality)
    if (!blob) return null
    if (blob.size <= bytesMax) return blob
  }
  return null
}
