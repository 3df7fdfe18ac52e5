import type { Area, Size } from './image-rules.ts'

/** Image formats that every browser can write. */
export type DrawnType = 'image/jpeg' | 'image/png'

/** Canvas of a worker, or of the page if the worker cannot draw. */
export interface Surface {
  context: Pick<
    CanvasRenderingContext2D,
    'drawImage' | 'fillRect' | 'fillStyle' | 'getImageData' | 'imageSmoothingQuality'
  >
  encode: (quality: number) => Promise<Blob | null>
}

function createSurface({ width, height }: Size, type: DrawnType): Surface | null {
  const alpha = type === 'image/png'
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha })
    return context && { context, encode: (quality) => canvas.convertToBlob({ type, quality }) }
  }
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha })
  return context && { context, encode: (quality) => new Promise((done) => canvas.toBlob(done, type, quality)) }
}

/** Draws a part of an image at a given size. Only PNG keeps transparency. @returns null if the browser cannot draw */
export function drawPart(
  source: CanvasImageSource,
  part: Area,
  size: Size,
  type: DrawnType = 'image/jpeg',
): Surface | null {
  const surface = createSurface(size, type)
  if (!surface) return null
  const { context } = surface
  if (type === 'image/jpeg') {
    // JPEG has no transparency, so transparent parts become white in both themes.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height)
  return surface
}

export function toWholeArea({ width, height }: Size): Area {
  return { x: 0, y: 0, width, height }
}
