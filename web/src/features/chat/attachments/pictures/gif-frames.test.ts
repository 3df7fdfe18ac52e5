import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { countGifFrames } from './gif-frames.ts'

const SCREEN = [...new TextEncoder().encode('GIF89a'), 8, 0, 8, 0]
const [TWO, FOUR] = [0x80, 0x81]
const loop = [0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0]
const delay = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
const data = [3, 0x2c, 0x2c, 0x21, 2, 0x2c, 0x3b, 0]
/** GIF frame whose image data contains the same bytes as the start of a frame. */
const frame = (flags: number, ...table: number[]): number[] => [
  0x2c,
  ...Array<number>(8).fill(0),
  flags,
  ...table,
  2,
  ...data,
]

test('counts the frames of a GIF whatever its tables, extensions and data contain', () => {
  const head = [...SCREEN, TWO, 0, 0, ...Array<number>(6).fill(0x2c)]
  const many = [head, loop, delay, frame(0), delay, frame(FOUR, ...Array<number>(12).fill(0x2c)), frame(0), [0x3b]]
  expect(countGifFrames(new Uint8Array(many.flat()))).toBe(3)
  const still = [SCREEN, [0, 0, 0], frame(0), [0x3b], frame(0)]
  expect(countGifFrames(new Uint8Array(still.flat()))).toBe(1)
})

test('terminates for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(countGifFrames(bytes)).toBeLessThanOrEqual(bytes.length)
    }),
  )
})
