import { PICTURES } from '@kundig/contract/limits'

import { draw, toWholeArea } from '../../../platform/images/image-drawing.ts'
import { encodeWithin, type Size } from '../../../platform/images/image-rules.ts'
import { finishedEdge, type Square, workingSize } from './picture-rules.ts'

/** The working copy is encoded once more when it is cropped. */
const WORKING_QUALITY = 0.95

/** A copy of an image that is small enough to be moved about smoothly; null when it cannot be made. */
export async function drawWorkingCopy(source: CanvasImageSource, size: Size): Promise<Blob | null> {
  return (await draw(source, toWholeArea(size), workingSize(size))?.encode(WORKING_QUALITY)) ?? null
}

/** The finished picture: the square, at most 400 px and 1 MB (spec 5); null when it cannot be made. */
export async function drawFinished(source: CanvasImageSource, square: Square): Promise<Blob | null> {
  const edge = finishedEdge(square)
  const part = { x: square.x, y: square.y, width: square.edge, height: square.edge }
  const surface = draw(source, part, { width: edge, height: edge })
  return surface && encodeWithin(PICTURES.bytesMax, surface.encode)
}
