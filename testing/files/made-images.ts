import { randomBytes } from 'node:crypto'

import sharp, { type Sharp } from 'sharp'

/** Noise: every pixel has a random colour and, with four channels, a random opacity. */
export function createNoise(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
}

/** Soft colours with grain, like a photo at dusk: a higher quality needs far more bytes. */
export function createGrain(width: number, height: number, strength: number): Sharp {
  const pixels = randomBytes(width * height * 3)
  for (let at = 0; at < pixels.length; at++) {
    const soft = 128 + 90 * Math.sin(at / 3 / 170 + at)
    pixels[at] = soft + ((pixels[at] ?? 0) / 255 - 0.5) * strength
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** An animation with the colours of `colourAt` (red, green, blue, opacity), `delayMs` per frame. */
export async function drawAnimation(
  { width, height, frames, delayMs = 50 }: { width: number; height: number; frames: number; delayMs?: number },
  colourAt: (x: number, y: number, frame: number) => readonly [number, number, number, number],
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 4)
  let at = 0
  for (let frame = 0; frame < frames; frame++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        pixels.set(colourAt(x, y, frame), at)
        at += 4
      }
    }
  }
  return sharp(pixels, { raw: { width, height: height * frames, channels: 4, pageHeight: height } })
    .gif({ effort: 1, dither: 0, loop: 3, delay: Array<number>(frames).fill(delayMs) })
    .toBuffer()
}

/** A square that moves over one colour: very few bytes even for many pixels. */
export function createMovingSquare(width: number, height: number, frames: number): Promise<Buffer> {
  return drawAnimation({ width, height, frames }, (x, y, frame) =>
    x > frame * 3 && x < frame * 3 + 40 && y > 20 && y < 60 ? [200, 40, 40, 255] : [30, 90, 160, 255],
  )
}

/** Moving noise, a quarter of it transparent: many bytes per pixel. */
export function createMovingNoise(width: number, height: number, frames: number): Promise<Buffer> {
  const random = randomBytes(width * height * frames * 3)
  let at = 0
  return drawAnimation({ width, height, frames }, (x, y) => {
    at += 3
    const [red = 0, green = 0, blue = 0] = random.subarray(at - 3, at)
    return x < width / 2 && y < height / 2 ? [0, 0, 0, 0] : [red, green, blue, 255]
  })
}

export function repeatFrames(gif: Buffer, times: number): Buffer {
  const flags = gif[10] ?? 0
  const start = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  const frames = gif.subarray(start, -1)
  return Buffer.concat([gif.subarray(0, start), ...Array<Buffer>(times).fill(frames), Buffer.from([0x3b])])
}

export async function measureLongestSide(image: Buffer): Promise<number> {
  const { width, height, pageHeight = height } = await sharp(image).metadata()
  return Math.max(width, pageHeight)
}

/** A grey progressive JPEG of 8 × 8 pixels. @param scans number of scans; only the first scan has content */
export function createManyScanJpeg(scans: number): Buffer {
  const segment = (marker: number, ...bytes: number[]): Buffer =>
    Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes])
  const codes = (table: number, symbol: number): Buffer => segment(0xc4, table, 1, ...Array<number>(15).fill(0), symbol)
  const scan = (from: number, to: number): Buffer =>
    Buffer.concat([segment(0xda, 1, 1, 0, from, to, 0), Buffer.from([0x7f])])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    codes(0x00, 0),
    codes(0x10, 0),
    scan(0, 0),
    ...Array<Buffer>(scans - 1).fill(scan(1, 63)),
    Buffer.from([0xff, 0xd9]),
  ])
}
