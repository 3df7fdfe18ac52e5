import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { PICTURES } from '@kundig/contract/limits'

import {
  checkPictureFile,
  computeFinishedEdge,
  isBlurred,
  isHeic,
  clampOffset,
  fitSquare,
  computeWorkingSize,
  ZOOM_MAX,
} from './picture-rules.ts'

const side = fc.integer({ min: 1, max: 30_000 })
const size = fc.record({ width: side, height: side })
const wild = fc.double()

// spec 5.27
test.each([
  ['a photo', { name: 'a.jpg', type: 'image/jpeg', size: 1 }, null],
  ['the largest photo', { name: 'a.jpg', type: 'image/jpeg', size: PICTURES.sourceBytesMax }, null],
  ['a larger one', { name: 'a.jpg', type: 'image/jpeg', size: PICTURES.sourceBytesMax + 1 }, 'IMAGE_TOO_LARGE'],
  ['a film', { name: 'a.mp4', type: 'video/mp4', size: 1 }, 'IMAGE_REQUIRED'],
  ['a file without a type', { name: 'a', type: '', size: 1 }, 'IMAGE_REQUIRED'],
  ['a file that is only named like a photo', { name: 'a.jpg', type: 'application/pdf', size: 1 }, 'IMAGE_REQUIRED'],
  ['an iPhone photo that the system knows', { name: 'a', type: 'image/heic', size: 1 }, null],
  ['an iPhone photo that it does not know', { name: 'IMG_1.HEIC', type: '', size: 1 }, null],
])('checks %s by its declared name, type and size before it is opened', (_name, file, code) => {
  expect(checkPictureFile(file)).toBe(code)
})

test.each([
  ['the only pixel of a strip', 1, true],
  ['less than the shown size', 119, true],
  ['as much as is shown', 120, false],
])('warns of blurring: %s', (_name, edge, expected) => {
  expect(isBlurred({ x: 0, y: 0, edge })).toBe(expected)
})

test('recognises an iPhone photo by its type or its name', () => {
  expect(isHeic({ name: 'a.bin', type: 'image/heif', size: 1 })).toBe(true)
  expect(isHeic({ name: 'a.heif', type: '', size: 1 })).toBe(true)
  expect(isHeic({ name: 'heic.jpg', type: 'image/jpeg', size: 1 })).toBe(false)
})

test('a working copy is never larger than the image, keeps the image’s shape, and is sharp at maximum zoom', () => {
  fc.assert(
    fc.property(size, (image) => {
      const copy = computeWorkingSize(image)
      expect(copy.width).toBeGreaterThanOrEqual(1)
      expect(copy.height).toBeGreaterThanOrEqual(1)
      expect(copy.width).toBeLessThanOrEqual(image.width)
      expect(copy.height).toBeLessThanOrEqual(image.height)
      expect(Math.abs(copy.width * image.height - copy.height * image.width)).toBeLessThanOrEqual(
        Math.max(image.width, image.height),
      )
    }),
  )
  const copy = computeWorkingSize({ width: 8064, height: 6048 })
  expect(Math.min(copy.width, copy.height) / ZOOM_MAX).toBe(PICTURES.sideMaxPx)
})

test('turns any area from the cropper into a square of whole pixels inside the image', () => {
  fc.assert(
    fc.property(size, fc.record({ x: wild, y: wild, width: wild, height: wild }), (image, area) => {
      const { x, y, edge } = fitSquare(area, image)
      expect([x, y, edge].every(Number.isInteger)).toBe(true)
      expect(edge).toBeGreaterThanOrEqual(1)
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + edge).toBeLessThanOrEqual(image.width)
      expect(y + edge).toBeLessThanOrEqual(image.height)
      expect(computeFinishedEdge({ x, y, edge })).toBeLessThanOrEqual(PICTURES.sideMaxPx)
    }),
  )
  expect(fitSquare({ x: 10.4, y: -0.2, width: 99.7, height: 99.7 }, { width: 200, height: 100 })).toEqual({
    x: 10,
    y: 0,
    edge: 100,
  })
})

test('an image cannot be moved beyond its edges', () => {
  fc.assert(
    fc.property(
      size,
      fc.record({ x: wild, y: wild }),
      fc.double({ min: 1, max: 1000, noNaN: true }),
      fc.double({ min: 1, max: ZOOM_MAX, noNaN: true }),
      (image, offset, edge, zoom) => {
        const { x, y } = clampOffset(offset, image, edge * zoom, edge)
        const scale = (edge * zoom) / Math.min(image.width, image.height)
        expect((image.width * scale) / 2 - Math.abs(x)).toBeGreaterThanOrEqual(edge / 2 - 1e-6)
        expect((image.height * scale) / 2 - Math.abs(y)).toBeGreaterThanOrEqual(edge / 2 - 1e-6)
      },
    ),
  )
  expect(clampOffset({ x: 500, y: 500 }, { width: 200, height: 100 }, 320, 320)).toEqual({ x: 160, y: 0 })
})
