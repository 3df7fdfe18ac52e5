import type { Sharp } from 'sharp'

/** What an image is made to fit into. */
export interface ImageBounds {
  bytesMax: number
  /** Of the longest side. */
  sideMaxPx: number
}

/** An image whose longest side is at most so long (px); a smaller one is not enlarged. */
export function inside(image: Sharp, sidePx: number): Sharp {
  return image.resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
}
