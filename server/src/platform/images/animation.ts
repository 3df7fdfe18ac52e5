import type { BoundedImage } from './bounded-image.ts'
import type { ImageBounds } from './image-bounds.ts'
import type { EncodedImage } from './still-image.ts'

/** Maximum numbers of pixels over all frames. */
export interface AnimationBounds {
  wholePixelsMax: number
  movingPixelsMax: number
}

/**
 * Maximum cost of the first encoding, and of a second encoding if the first result is too large. The unit is a pixel of
 * one colour; a bit of the result costs `BIT_COST` pixels. Both take at most 3 s of a processor (decision 28).
 */
const EFFORTS = [30_000_000, 10_000_000] as const
const BIT_COST = 5
/** Maximum pixels over all frames at their reduced size, which limits the memory for decoding. */
const ENCODED_PIXELS_MAX = 8_000_000
/** Targeted share of the allowed bytes, because the size of a result is only estimated. */
const AIM = 0.8
/** Growth of the bits per pixel in a reduced animation, up to `DENSITY_MAX`, which even noise does not exceed. */
const DENSER = 2
const DENSITY_MAX = 12
/** Maximum step between kept frames: with fewer frames, a picture hardly moves. */
const THINNED_MAX = 4
/** Minimum of an animation's longest side (px): a still picture shows more than a smaller animation. */
const SIDE_MIN_PX = 96
/** Maximum delay that the encoder accepts (ms). */
const DELAY_MAX_MS = 65_535
/** Fast GIF settings, without dithering, which would enlarge a file by half. */
const GIF = { effort: 1, dither: 0 } as const

/** Encodes an animation, reduced if necessary. Null if it is unreadable, or too large for the allowed effort. */
export async function encodeAnimation(
  image: BoundedImage,
  sizeBytes: number,
  bounds: ImageBounds & AnimationBounds,
): Promise<EncodedImage | null> {
  const { bytesMax, sideMaxPx, wholePixelsMax, movingPixelsMax } = bounds
  const { width, height, pages: frames = 1 } = image.found
  const pixels = width * height * frames
  if (pixels > movingPixelsMax) return null
  try {
    if (pixels <= wholePixelsMax && sizeBytes <= bytesMax && Math.max(width, height) <= sideMaxPx) {
      const { data, info } = await image.open('all').gif(GIF).toBuffer({ resolveWithObject: true })
      if (data.length <= bytesMax) return toEncodedImage(data, info.width, info.pageHeight ?? info.height)
    }
    const bits = (sizeBytes * 8) / pixels
    let wanted = (bytesMax * 8 * AIM) / Math.min(DENSITY_MAX, bits * DENSER)
    for (const effort of EFFORTS) {
      const pixelsMax = Math.min(wanted, effort / (1 + BIT_COST * bits), ENCODED_PIXELS_MAX)
      const made = await reduceAnimation(image, pixelsMax, sideMaxPx)
      if (!made || made.content.length <= bytesMax) return made
      wanted = (pixelsMax * bytesMax * AIM) / made.content.length
    }
    return null
  } catch {
    return null
  }
}

/** Reduces the pixels over all frames, partly by dropping frames, partly by size. */
async function reduceAnimation(
  { found, open, openPixels }: BoundedImage,
  pixelsMax: number,
  sideMaxPx: number,
): Promise<EncodedImage | null> {
  const { width, height, pages: frames = 1, delay = [], loop = 0 } = found
  const excess = (width * height * frames) / pixelsMax
  const step = Math.min(THINNED_MAX, Math.ceil(frames / 2), Math.max(1, Math.round(Math.sqrt(excess))))
  const kept = Math.ceil(frames / step)
  const longest = Math.max(width, height)
  const side = Math.floor(Math.min(longest, sideMaxPx, longest * Math.sqrt(pixelsMax / (width * height * kept))))
  if (side < Math.min(SIDE_MIN_PX, longest)) return null
  const { data, info } = await open('all')
    .ensureAlpha()
    .resize({ [width >= height ? 'width' : 'height']: side })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pageHeight = info.pageHeight ?? Math.round(info.height / frames)
  const frameBytes = info.width * pageHeight * info.channels
  const shown = Array.from({ length: kept }, (_, at) => at * step)
  const pixels = Buffer.concat(shown.map((frame) => data.subarray(frame * frameBytes, (frame + 1) * frameBytes)))
  const delays = shown.map((frame) =>
    Math.min(
      DELAY_MAX_MS,
      delay.slice(frame, frame + step).reduce((sum, ms) => sum + toDisplayedDelayMs(ms), 0),
    ),
  )
  const raw = { width: info.width, height: pageHeight * kept, channels: info.channels, pageHeight }
  const made = await openPixels(pixels, raw)
    .gif({ ...GIF, delay: delays, loop, keepDuplicateFrames: false })
    .toBuffer()
  return toEncodedImage(made, info.width, pageHeight)
}

/** Returns the delay that browsers show: a tenth of a second for delays near zero. */
function toDisplayedDelayMs(delayMs: number): number {
  return delayMs <= 10 ? 100 : delayMs
}

function toEncodedImage(content: Buffer, width: number, height: number): EncodedImage {
  return { content, format: 'gif', width, height }
}
