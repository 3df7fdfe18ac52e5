import { PICTURES } from '@kundig/contract/limits'

import { drawPart, toWholeArea } from '../../../platform/images/image-drawing.ts'
import { encodeWithinLimit, type Size } from '../../../platform/images/image-rules.ts'
import { computeFinishedEdge, type Square, computeWorkingSize } from './picture-rules.ts'

/** Quality of the working copy (0 to 1). High, because the crop is encoded again. */
const WORKING_QUALITY = 0.95

/** Draws a copy that is small enough for smooth cropping. @returns null when drawing fails */
export async function drawWorkingCopy(source: CanvasImageSource, size: Size): Promise<Blob | null> {
  return (await drawPart(source, toWholeArea(size), computeWorkingSize(size))?.encode(WORKING_QUALITY)) ?? null
}

/** Draws the finished picture: at most 400 px and 1 MB (spec 5). @returns null when drawing fails */
export async function drawFinishedPicture(source: CanvasImageSource, square: Square): Promise<Blob | null> {
  const edge = computeFinishedEdge(square)
  const part = { x: square.x, y: square.y, width: square.edge, height: square.edge }
  const surface = drawPart(source, part, { width: edge, height: edge })
  return surface && encodeWithinLimit(PICTURES.bytesMax, surface.encode)
}
