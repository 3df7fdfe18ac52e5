import type { Size } from '../../../platform/images/image-rules.ts'
import { withBitmap, serve } from '../../../platform/images/image-work.ts'
import { drawFinished, drawWorkingCopy } from './picture-drawing.ts'
import type { Square } from './picture-rules.ts'

/** What the page asks of the worker: a working copy of an image, or the square of one. */
export interface PictureTask {
  image: Blob
  /** What its pixels are wanted as (px). */
  size: Size
  square: Square | null
}

serve(({ image, size, square }: PictureTask) =>
  withBitmap(image, size, (bitmap) => (square ? drawFinished(bitmap, square) : drawWorkingCopy(bitmap, bitmap))),
)
