import { FILES } from '@kundig/contract/limits'

import { drawPart, type Surface, toWholeArea } from '../../../../platform/images/image-drawing.ts'
import { encodeWithinLimit, scaleSize, type Size, fitSize } from '../../../../platform/images/image-rules.ts'

export interface ShrunkImage {
  /** At most 1 MB and 1920 px (spec 9). A GIF may be larger and animated, because the server shrinks it. */
  image: Blob
  thumbnail: Blob | null
}

/** Scale factor of each further attempt to shrink a transparent image. */
const STEP = 0.75

/**
 * Shrinks an image and makes a thumbnail.
 * @param original size of the image in the file; `source` may have fewer pixels
 * @param canKeepOriginal false when the image must be redrawn, even if it is small
 * @returns null when this browser cannot draw the image
 */
export async function shrinkImage(
  file: Blob,
  original: Size,
  source: CanvasImageSource,
  size: Size,
  canKeepOriginal: boolean,
): Promise<ShrunkImage | null> {
  const thumbnail = await drawThumbnail(source, size)
  const isSmall =
    file.size <= FILES.image.bytesMax && Math.max(original.width, original.height) <= FILES.image.sideMaxPx
  const image =
    canKeepOriginal && (isSmall || file.type === 'image/gif') ? file : await drawSmallerImage(file.type, source, size)
  return image && { image, thumbnail }
}

async function drawThumbnail(source: CanvasImageSource, size: Size): Promise<Blob | null> {
  const { bytesMax, sideMaxPx, quality } = FILES.thumbnail
  const surface = drawPart(source, toWholeArea(size), fitSize(size, sideMaxPx))
  return surface && encodeWithinLimit(bytesMax, surface.encode, quality)
}

async function drawSmallerImage(type: string, source: CanvasImageSource, size: Size): Promise<Blob | null> {
  const within = fitSize(size, FILES.image.sideMaxPx)
  if (type !== 'image/jpeg') {
    const surface = drawPart(source, toWholeArea(size), within, 'image/png')
    if (surface && isTransparent(surface, within)) return encodePngWithinLimit(surface, source, size, within)
  }
  const surface = drawPart(source, toWholeArea(size), within)
  return surface && encodeWithinLimit(FILES.image.bytesMax, surface.encode)
}

/** Encodes a PNG. It has no quality setting, so only fewer pixels make it smaller. */
async function encodePngWithinLimit(
  first: Surface,
  source: CanvasImageSource,
  size: Size,
  within: Size,
): Promise<Blob | null> {
  let surface: Surface | null = first
  for (let factor = STEP; surface; factor *= STEP) {
    const blob = await surface.encode(1)
    if (!blob || blob.size <= FILES.image.bytesMax) return blob
    surface = drawPart(source, toWholeArea(size), scaleSize(within, factor), 'image/png')
  }
  return null
}

function isTransparent({ context }: Surface, { width, height }: Size): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true
  return false
}
