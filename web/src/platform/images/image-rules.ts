import type { ErrorCode } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

/** Encoding qualities, tried in order until an image is small enough. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5, 0.35, 0.2] as const

export interface Size {
  width: number
  height: number
}

export interface Area extends Size {
  x: number
  y: number
}

export function checkImageSize({ width, height }: Size): ErrorCode | null {
  // Browsers report no pixels for an SVG without a size.
  if (!(width >= 1 && height >= 1)) return 'IMAGE_UNREADABLE'
  const isTooLarge = width * height > PICTURES.pixelsMax || Math.max(width, height) > PICTURES.sentSideMaxPx
  return isTooLarge ? 'IMAGE_TOO_MANY_PIXELS' : null
}

export function scaleSize({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

export function fitSize(size: Size, sideMax: number): Size {
  return scaleSize(size, Math.min(1, sideMax / Math.max(size.width, size.height)))
}

/** Encodes an image at the best quality within the limit. @param encode receives a quality from 0 to 1 */
export async function encodeWithinLimit(
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
