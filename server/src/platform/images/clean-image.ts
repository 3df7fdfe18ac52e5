import { type AnimationBounds, encodeAnimation } from './animation.ts'
import { boundedImage } from './bounded-image.ts'
import { type ImageBounds, inside } from './image-bounds.ts'
import { type EncodedImage, encodeStill } from './still-image.ts'

/** The type of the thumbnails that `cleanImage` makes. */
export const THUMBNAIL_TYPE = 'image/webp'

export interface CleanImage extends EncodedImage {
  thumbnail: Buffer
}

export interface CleanImageSettings {
  /** What it is by its first bytes. */
  format: 'jpeg' | 'png' | 'gif'
  bounds: ImageBounds & AnimationBounds
  thumbnail: { sideMaxPx: number; quality: number }
}

/**
 * Encodes an image anew: upright, no larger than wanted in pixels and in bytes, without location or any other data about
 * it or hidden behind it. It stays of its format where it fits; otherwise an opaque PNG becomes a JPEG. An animation goes
 * on moving if a bounded effort makes it fit, and becomes a still picture (PNG or JPEG) of its first frame if not.
 * @returns the image and a small one (WebP; of an animation its first frame)
 * @throws Refusal IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE
 */
export async function cleanImage(image: Buffer, settings: CleanImageSettings): Promise<CleanImage> {
  const { format, bounds, thumbnail } = settings
  return boundedImage(image, format, async (checked) => {
    const { open, found } = checked
    const sent = { format, sizeBytes: image.length }
    const isAnimated = (found.pages ?? 1) > 1
    const encoded =
      (isAnimated ? await encodeAnimation(checked, image.length, bounds) : null) ??
      (await encodeStill(checked, isAnimated ? { ...sent, format: 'png' } : sent, bounds))
    const small = await inside(open('first'), thumbnail.sideMaxPx)
      .webp({ quality: Math.round(thumbnail.quality * 100) })
      .toBuffer()
    return { ...encoded, thumbnail: small }
  })
}
