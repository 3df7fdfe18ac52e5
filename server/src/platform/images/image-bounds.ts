import type { Sharp } from 'sharp'

export interface ImageBounds {
  bytesMax: number
  sideMaxPx: number
}

export function resizeToFit(image: Sharp, sidePx: number): Sharp {
  return image.resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
}
