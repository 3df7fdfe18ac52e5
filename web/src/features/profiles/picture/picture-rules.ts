import type { ErrorCode } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

import { type Area, scaleSize, type Size } from '../../../platform/images/image-rules.ts'

/** Maximum zoom. The working copy has enough pixels for a full-sized picture at this zoom. */
export const ZOOM_MAX = 4

/** Maximum length of a working copy's longest side (px). Panoramas can be very wide. */
const WORKING_EDGE_MAX = 4096

export interface Square {
  x: number
  y: number
  edge: number
}

export interface FileFacts {
  name: string
  type: string
  size: number
}

/** Recognises HEIC by the name, because some systems give HEIC files no type. */
function hasHeicName({ name }: FileFacts): boolean {
  return /\.hei[cf]$/iu.test(name)
}

/** Recognises an iPhone photo (HEIC), which few browsers can open. */
export function isHeic(file: FileFacts): boolean {
  return /^image\/hei[cf]/iu.test(file.type) || hasHeicName(file)
}

export function checkPictureFile(file: FileFacts): ErrorCode | null {
  if (!file.type.startsWith('image/') && !hasHeicName(file)) return 'IMAGE_REQUIRED'
  return file.size > PICTURES.sourceBytesMax ? 'IMAGE_TOO_LARGE' : null
}

/** Returns the working copy's size: the image's shape, at most the image's size, at least 1 px per side. */
export function computeWorkingSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    (PICTURES.sideMaxPx * ZOOM_MAX) / Math.min(width, height),
    WORKING_EDGE_MAX / Math.max(width, height),
  )
  return scaleSize({ width, height }, scale)
}

/** Rounds a crop area to whole pixels inside the image. The cropper's area has fractions and may exceed the image. */
export function fitSquare(area: Area, image: Size): Square {
  const shorter = Math.min(image.width, image.height)
  const edge = Math.round(clamp(Math.min(area.width, area.height), 1, shorter))
  return {
    x: Math.round(clamp(area.x, 0, image.width - edge)),
    y: Math.round(clamp(area.y, 0, image.height - edge)),
    edge,
  }
}

function clamp(value: number, min: number, max: number): number {
  return Number.isNaN(value) ? min : Math.min(Math.max(value, min), max)
}

/** Returns the edge of the finished picture (px). Small images are not enlarged. */
export function computeFinishedEdge(square: Square): number {
  return Math.min(square.edge, PICTURES.sideMaxPx)
}

/** Maximum displayed size of a profile picture (CSS px). */
const SHOWN_PX = 120

/** True when a square has too few pixels to look sharp at the maximum displayed size. */
export function isBlurred(square: Square): boolean {
  return square.edge < SHOWN_PX
}

/**
 * Limits an offset so that the image fills a square opening of `edge` px.
 * @param offset distance between the centres of image and opening (px)
 * @param shorter displayed length of the image's shorter side (px)
 */
export function clampOffset(
  offset: { x: number; y: number },
  image: Size,
  shorter: number,
  edge: number,
): { x: number; y: number } {
  const scale = shorter / Math.min(image.width, image.height)
  const within = (value: number, side: number): number => {
    const room = Math.max(0, (side * scale - edge) / 2)
    return clamp(value, -room, room)
  }
  return { x: within(offset.x, image.width), y: within(offset.y, image.height) }
}
