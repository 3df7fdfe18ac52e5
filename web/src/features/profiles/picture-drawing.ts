import { PICTURES } from '@kundig/contract/limits'

import { type Area, encodeWithin, finishedEdge, type Size, type Square, workingSize } from './picture-rules.ts'

const TYPE = 'image/jpeg'
/** The working copy is encoded once more when it is cropped. */
const WORKING_QUALITY = 0.95

/** Runs in a worker and, where that cannot draw, in the page: what to draw on, and how to encode it, differ. */
interface Surface {
  context: Pick<CanvasRenderingContext2D, 'drawImage' | 'fillRect' | 'fillStyle' | 'imageSmoothingQuality'>
  encode: (quality: number) => Promise<Blob | null>
}

function createSurface({ width, height }: Size): Surface | null {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: false })
    return context && { context, encode: (quality) => canvas.convertToBlob({ type: TYPE, quality }) }
  }
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  return context && { context, encode: (quality) => new Promise((done) => canvas.toBlob(done, TYPE, quality)) }
}

function draw(source: CanvasImageSource, part: Area, size: Size): Surface | null {
  const surface = createSurface(size)
  if (!surface) return null
  const { context } = surface
  // Through whatever is transparent, white shines in both themes.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height)
  return surface
}

/** A copy of an image that is small enough to be moved about smoothly; null when it cannot be made. */
export async function drawWorkingCopy(source: CanvasImageSource, { width, height }: Size): Promise<Blob | null> {
  const size = workingSize({ width, height })
  return (await draw(source, { x: 0, y: 0, width, height }, size)?.encode(WORKING_QUALITY)) ?? null
}

/** The finished picture: the square, at most 400 px and 1 MB (spec 5); null when it cannot be made. */
export async function drawFinished(source: CanvasImageSource, square: Square): Promise<Blob | null> {
  const edge = finishedEdge(square)
  const part = { x: square.x, y: square.y, width: square.edge, height: square.edge }
  const surface = draw(source, part, { width: edge, height: edge })
  return surface && encodeWithin(PICTURES.bytesMax, surface.encode)
}
