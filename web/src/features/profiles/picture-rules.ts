import type { ErrorCode } from '@kundig/contract/errors'
import { PICTURES } from '@kundig/contract/limits'

/** How far one may zoom in. The working copy keeps enough pixels for a full-sized picture even then. */
export const ZOOM_MAX = 4

/** The longest side of a working copy (px): a panorama is not kept at the width of its whole street. */
const WORKING_EDGE_MAX = 4096

/** Tried one after the other until the picture is small enough. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5, 0.35, 0.2] as const

export interface Size {
  width: number
  height: number
}

/** A part of an image (px of that image). */
export interface Area extends Size {
  x: number
  y: number
}

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

/** What is wrong with an image's dimensions, before its pixels are decoded. */
export function checkPictureSize({ width, height }: Size): ErrorCode | null {
  // An image without a size of its own (a drawing in SVG) has nothing to crop.
  if (!(width >= 1 && height >= 1)) return 'IMAGE_UNREADABLE'
  return width * height > PICTURES.pixelsMax ? 'IMAGE_TOO_MANY_PIXELS' : null
}

/** The size of the copy that is cropped: never larger than the image, of the same shape, at least 1 px. */
export function workingSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    (PICTURES.sideMaxPx * ZOOM_MAX) / Math.min(width, height),
    WORKING_EDGE_MAX / Math.max(width, height),
  )
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
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

/**
 * The best quality whose result is small enough.
 * @param encode makes the picture at a quality between 0 and 1; null when it cannot
 * @returns null when it cannot be made, or not small enough
 */
export async function encodeWithin(
  bytesMax: number,
  encode: (quality: number) => Promise<Blob | null>,
): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await encode(quality)
    if (!blob) return null
    if (blob.size <= bytesMax) return blob
  }
  return null
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
