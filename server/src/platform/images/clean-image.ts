import { type AnimationBounds, encodeAnimation } from './animation.ts'
import { boundedImage } from './bounded-image.ts'
import { type ImageBounds, inside } from './image-bounds.ts'
import { type EncodedImage, encodeStill } from './still-image.ts'

/** Type of the thumbnails that `cleanImage` makes. */
export const THUMBNAIL_TYPE = 'image/webp'

export interface CleanImage extends EncodedImage {
  thumbnail: Buffer
}

export interface CleanImageSettings {
  /** Format by the first bytes. */
  format: 'jpeg' | 'png' | 'gif'
  bounds: ImageBounds & AnimationBounds
  thumbnail: { sideMaxPx: number; quality: number }
}

/**
 * Encodes an image again: upright, within the wanted pixels and bytes, without location or other data about it or
 * hidden behind it. It keeps its format when that fits; otherwise an opaque PNG becomes a JPEG. An animation stays
 * animated when bounded effort makes it fit, and otherwise becomes a still picture (PNG or JPEG) of its first frame.
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
