import type { ErrorCode } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

import { type Area, scaled, type Size } from '../../../platform/images/image-rules.ts'

/** How far one may zoom in. The working copy keeps enough pixels for a full-sized picture even then. */
export const ZOOM_MAX = 4

/** The longest side of a working copy (px): a panorama is not kept at the width of its whole street. */
const WORKING_EDGE_MAX = 4096

/** A square part of an image (px of that image). */
export interface Square {
  x: number
  y: number
  edge: number
}

/** What an unopened file gives away. */
export interface FileFacts {
  name: string
  type: string
  size: number
}

/** Some systems do not know the iPhone's format and give its files no type. */
function isNamedHeic({ name }: FileFacts): boolean {
  return /\.hei[cf]$/iu.test(name)
}

/** Whether a file calls itself an iPhone photo (HEIC), which few browsers can open. */
export function isHeic(file: FileFacts): boolean {
  return /^image\/hei[cf]/iu.test(file.type) || isNamedHeic(file)
}

/** What is wrong with a file, before anything opens it. */
export function checkPictureFile(file: FileFacts): ErrorCode | null {
  if (!file.type.startsWith('image/') && !isNamedHeic(file)) return 'IMAGE_REQUIRED'
  return file.size > PICTURES.sourceBytesMax ? 'IMAGE_TOO_LARGE' : null
}

/** The size of the copy that is cropped: never larger than the image, of the same shape, at least 1 px. */
export function workingSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    (PICTURES.sideMaxPx * ZOOM_MAX) / Math.min(width, height),
    WORKING_EDGE_MAX / Math.max(width, height),
  )
  return scaled({ width, height }, scale)
}

/**
 * The square that a crop area means, in whole pixels that all lie inside the image: a cropper calculates in fractions
 * and may stand a little beside it.
 */
export function squareWithin(area: Area, image: Size): Square {
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

/** The edge of the finished picture (px): a small image is not blown up. */
export function finishedEdge(square: Square): number {
  return Math.min(square.edge, PICTURES.sideMaxPx)
}

/** How large a profile picture is shown at most (CSS px). */
const SHOWN_PX = 120

/** Whether a square has too few pixels to look sharp where it is shown largest, whatever the screen. */
export function isBlurred(square: Square): boolean {
  return square.edge < SHOWN_PX
}

/**
 * Where an image may lie behind a square opening of `edge` px so that it fills it.
 * @param offset of the middle of the image from that of the opening (px)
 * @param shorter how long the image's shorter side is as shown (px)
 */
export function offsetWithin(
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
