import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkImageSize, encodeWithinLimit, fitSize } from './image-rules.ts'

test('refuses an image with more pixels than phone cameras produce, before decoding', () => {
  expect(checkImageSize({ width: 8064, height: 6048 })).toBeNull()
  expect(checkImageSize({ width: 30_000, height: 30_000 })).toBe('IMAGE_TOO_MANY_PIXELS')
  expect(checkImageSize({ width: 1, height: 30_001 })).toBe('IMAGE_TOO_MANY_PIXELS')
  expect(checkImageSize({ width: 0, height: 0 })).toBe('IMAGE_UNREADABLE')
  expect(checkImageSize({ width: Number.NaN, height: 10 })).toBe('IMAGE_UNREADABLE')
})

test('a fitted image is as large as allowed, keeps its shape, and is never enlarged', () => {
  // With sides of at least this length, the shorter side of the result is never below one pixel.
  const side = fc.integer({ min: 300, max: 30_000 })
  fc.assert(
    fc.property(side, side, fc.integer({ min: 200, max: 5000 }), (width, height, sideMax) => {
      const fitted = fitSize({ width, height }, sideMax)
      expect(Math.max(fitted.width, fitted.height)).toBe(Math.min(sideMax, Math.max(width, height)))
      expect(Math.abs(fitted.width * height - fitted.height * width)).toBeLessThanOrEqual(Math.max(width, height))
    }),
  )
  expect(fitSize({ width: 30_000, height: 1 }, 200)).toEqual({ width: 200, height: 1 })
})

test('encodes an image in the best quality that fits', async () => {
  const blobOf = (bytes: number): Blob => new Blob([new Uint8Array(bytes)])
  const asked: number[] = []
  const blob = await encodeWithinLimit(100, async (quality) => {
    asked.push(quality)
    return blobOf(quality > 0.6 ? 101 : 100)
  })
  expect(blob?.size).toBe(100)
  expect(asked).toEqual(asked.toSorted((one, other) => other - one))
  expect(asked.at(-1)).toBeLessThanOrEqual(0.6)
})

test('returns null when no quality fits the limit or when encoding fails', async () => {
  expect(await encodeWithinLimit(100, async () => new Blob([new Uint8Array(101)]))).toBeNull()
  expect(await encodeWithinLimit(100, async () => null)).toBeNull()
})

test('skips qualities above the given maximum quality', async () => {
  const asked: number[] = []
  await encodeWithinLimit(
    100,
    async (quality) => {
      asked.push(quality)
      return new Blob([new Uint8Array(101)])
    },
    0.6,
  )
  expect(asked).toEqual([0.6, 0.5, 0.35, 0.2])
})
