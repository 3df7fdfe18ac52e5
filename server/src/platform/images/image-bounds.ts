import type { Sharp } from 'sharp'

/** What an image is made to fit into. */
export interface ImageBounds {
  bytesMax: number
  /** Of the longest side. */
  sideMaxPx: number
}

/** Every step takes well under a second of a processor; what takes longer on the clock than this is made to stop (s). */
export const TIMEOUT_S = 10

/** An image whose longest side is at most so long (px); a smaller one is not enlarged. */
export function inside(image: Sharp, sidePx: number): Sharp {
  return image.resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
}
