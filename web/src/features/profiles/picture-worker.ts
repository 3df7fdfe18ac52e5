import { inABitmap, serve } from '../../platform/images/image-work.ts'
import { drawFinished, drawWorkingCopy } from './picture-drawing.ts'
import type { Square } from './picture-rules.ts'

/** What the page asks of the worker: a working copy of an image, or the square of one. */
export type PictureTask = { image: Blob; square: Square | null }

serve(({ image, square }: PictureTask) =>
  inABitmap(image, (bitmap) => (square ? drawFinished(bitmap, square) : drawWorkingCopy(bitmap, bitmap))),
)
