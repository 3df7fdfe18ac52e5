import { type AnimationBounds, encodeAnimation } from './animation.ts'
import { withBoundedImage } from './bounded-image.ts'
import { type ImageBounds, resizeToFit } from './image-bounds.ts'
import { type EncodedImage, encodeStillImage } from './still-image.ts'

export const THUMBNAIL_TYPE = 'image/webp'

export interface CleanImage extends EncodedImage {
  thumbnail: Buffer
}

export interface CleanImageSettings {
  format: 'jpeg' | 'png' | 'gif'
  bounds: ImageBounds & AnimationBounds
  thumbnail: { sideMaxPx: number; quality: number }
}

/**
 * Encodes an image again within bounds, upright and without metadata, and makes a small WebP preview. A too large
 * opaque PNG becomes a JPEG; a too large animation becomes a still picture of its first frame. Throws
 * IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE.
 */
export async function cleanImage(image: Buffer, settings: CleanImageSettings): Promise<CleanImage> {
  const { format, bounds, thumbnail } = settings
  return withBoundedImage(image, format, async (checked) => {
    const { open, found } = checked
    const sent = { format, sizeBytes: image.length }
    const isAnimated = (found.pages ?? 1) > 1
    const encoded =
      (isAnimated ? await encodeAnimation(checked, image.length, bounds) : null) ??
      (await encodeStillImage(checked, isAnimated ? { ...sent, format: 'png' } : sent, bounds))
    const small = await resizeToFit(open('first'), thumbnail.sideMaxPx)
      .webp({ quality: Math.round(thumbnail.quality * 100) })
      .toBuffer()
    return { ...encoded, thumbnail: small }
  })
}
