import type { Metadata, Sharp } from 'sharp'

import { boundedImage } from './bounded-image.ts'

/** A photo takes a second; what takes longer is made to (s). */
const TIMEOUT_S = 10
/** Every frame of an animation is decoded and encoded (s). */
const ANIMATION_TIMEOUT_S = 30
const JPEG_QUALITY = 85

/** The type of the thumbnails that `cleanImage` makes. */
export const THUMBNAIL_TYPE = 'image/webp'

export interface CleanImage {
  content: Buffer
  width: number
  height: number
  thumbnail: Buffer
}

export interface CleanImageSettings {
  /** What it is by its first bytes; it stays that. */
  format: 'jpeg' | 'png' | 'gif'
  /** Of the longest side; a smaller image is not enlarged. */
  sideMaxPx: number
  thumbnail: { sideMaxPx: number; quality: number }
}

/**
 * Encodes an image anew in its own format: upright, no larger than wanted, without location or any other data
 * about it or hidden behind it. An animation goes on moving.
 * @returns the image and a small one (WebP; of an animation its first frame)
 * @throws Refusal IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE
 */
export async function cleanImage(image: Buffer, settings: CleanImageSettings): Promise<CleanImage> {
  const { format, sideMaxPx, thumbnail } = settings
  return boundedImage(image, format, 'all', async (open, found) => {
    const isAnimated = (found.pages ?? 1) > 1
    const { data, info } = await encoded(inside(open(isAnimated ? 'all' : 'first'), sideMaxPx), format, found)
      .timeout({ seconds: isAnimated ? ANIMATION_TIMEOUT_S : TIMEOUT_S })
      .toBuffer({ resolveWithObject: true })
    const small = await inside(open('first'), thumbnail.sideMaxPx)
      .webp({ quality: Math.round(thumbnail.quality * 100) })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer()
    // The frames of an animation lie below each other.
    return { content: data, width: info.width, height: info.pageHeight ?? info.height, thumbnail: small }
  })
}

function inside(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

function encoded(image: Sharp, format: CleanImageSettings['format'], found: Metadata): Sharp {
  if (format === 'jpeg') return image.jpeg({ quality: JPEG_QUALITY })
  if (format === 'gif') return image.gif()
  // Drawings of few colours stay so: as full colour they would take several times the space.
  return image.png({ palette: found.isPalette })
}
