import type { Size } from '../../../platform/images/image-rules.ts'
import { withBitmap, handleWorkerTasks } from '../../../platform/images/image-work.ts'
import { drawFinishedPicture, drawWorkingCopy } from './picture-drawing.ts'
import type { Square } from './picture-rules.ts'

export interface PictureTask {
  image: Blob
  size: Size
  square: Square | null
}

handleWorkerTasks(({ image, size, square }: PictureTask) =>
  withBitmap(image, size, (bitmap) => (square ? drawFinishedPicture(bitmap, square) : drawWorkingCopy(bitmap, bitmap))),
)
