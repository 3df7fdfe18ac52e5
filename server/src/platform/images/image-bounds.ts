import type { Sharp } from 'sharp'

/** Limits of an image. */
export interface ImageBounds {
  bytesMax: number
  /** Maximum of the longest side. */
  sideMaxPx: number
}

/** Shrinks an image to a maximum longest side (px); a smaller one is not enlarged. */
export function inside(image: Sharp, sidePx: number): Sharp {
  return image.resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
}
