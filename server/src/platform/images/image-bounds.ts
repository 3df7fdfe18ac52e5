import type { Sharp } from 'sharp'

export interface ImageBounds {
  bytesMax: number
  /** Longest side (px). */
  sideMaxPx: number
}

/** Never enlarges an image. */
export function inside(image: Sharp, sidePx: number): Sharp {
  return image.resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
}
