import { afterEach, expect, it, vi } from 'vitest'

import { Refusal } from '@kundig/contract/errors'
import { createPlainImage } from '@kundig/testing/files/made-files'
import { createManyScanJpeg } from '@kundig/testing/files/made-images'

import { withBoundedImage } from './bounded-image.ts'
import type { ImageFormat } from './image-format.ts'

afterEach(() => {
  vi.useRealTimers()
})

function decode(image: Buffer, format: ImageFormat): Promise<string> {
  return withBoundedImage(image, format, async ({ open }) => {
    const { info } = await open('first')
      .resize({ width: 8, height: 8, fit: 'fill' })
      .toBuffer({ resolveWithObject: true })
    return `${info.width} × ${info.height}`
  }).catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)))
}

it.each([
  [1, 30_001, 'IMAGE_TOO_MANY_PIXELS'],
  [30_001, 1, 'IMAGE_TOO_MANY_PIXELS'],
  [1, 30_000, '8 × 8'],
])('limits each side of an image to 30,000 pixels (%i × %i)', async (width, height, answer) => {
  expect(await decode(await createPlainImage(width, height, 'red').png().toBuffer(), 'png')).toBe(answer)
})

it.each([
  [50, '8 × 8'],
  [51, 'IMAGE_UNREADABLE'],
])('limits a JPEG to 50 scans (%i)', async (scans, answer) => {
  expect(await decode(createManyScanJpeg(scans), 'jpeg')).toBe(answer)
})

it('limits the total time of all work on one image to 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const steps: string[] = []
  const image = await createPlainImage(8, 8, 'red').png().toBuffer()
  const work = withBoundedImage(image, 'png', async ({ open, openPixels }) => {
    const step = async (): Promise<void> => {
      const pixels = await open('first').raw().toBuffer()
      await openPixels(pixels, { width: 8, height: 8, channels: 3 }).png().toBuffer()
      steps.push('done')
      vi.advanceTimersByTime(10_000)
    }
    for (let count = 0; count < 3; count++) await step()
  })
  await expect(work).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' })
  expect(steps).toEqual(['done', 'done'])
})
