import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'

import { ANIMATIONS, checkFile } from '@kundig/contract/chat/file-rules'
import { FILES } from '@kundig/contract/limits'
import { createPlainImage } from '@kundig/testing/files/made-files'
import {
  drawAnimation,
  createGrain,
  createMovingNoise,
  createMovingSquare,
  createNoise,
  repeatFrames,
} from '@kundig/testing/files/made-images'
import { type FileMessage, fetchContent, sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const { bytesMax, sideMaxPx } = FILES.image

const app = useTestApp()
let ann: Person
let bob: Person
let roomId: string
beforeAll(async () => {
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
  roomId = (await app.room(ann, bob)).id
})

async function stored(format: 'jpeg' | 'png' | 'gif', content: Buffer) {
  await app.sql(`UPDATE chat_files SET created_at = created_at - interval '1 hour'`)
  const message: FileMessage = await sendFileOrThrow(app.url, ann, roomId, {
    content,
    name: `photo.${format}`,
    type: `image/${format}`,
  })
  const { file } = message
  const [large, small] = [
    await fetchContent(app.url, bob, file.url),
    await fetchContent(app.url, bob, file.thumbnailUrl),
  ]
  expect(large.headers.get('content-type')).toBe(file.type)
  const found = await sharp(large.content).metadata()
  expect(file).toMatchObject({
    size: large.content.length,
    width: found.width,
    height: found.pageHeight ?? found.height,
  })
  expect(`image/${found.format}`).toBe(file.type)
  expect(checkFile(file)).toBeNull()
  return { file, found, content: large.content, thumbnail: small.content }
}

const pixelsOf = (image: Buffer): Promise<Buffer> => sharp(image).ensureAlpha().raw().toBuffer()
const sum = (numbers: readonly number[] = []): number => numbers.reduce((all, one) => all + one, 0)

describe('a stored image is at most 1 MB and 1920 px, whichever encoder made it', () => {
  const NOISY: [string, 'jpeg' | 'png' | 'gif', () => Promise<Buffer>, string][] = [
    [
      'a JPEG of a poor quality that just fits',
      'jpeg',
      () => createGrain(1920, 1440, 150).jpeg({ quality: 45 }).toBuffer(),
      'photo.jpeg',
    ],
    ['a JPEG that is too heavy', 'jpeg', () => createNoise(1920, 1600).jpeg({ quality: 90 }).toBuffer(), 'photo.jpeg'],
    [
      'a JPEG that is too large',
      'jpeg',
      () => createGrain(3000, 2000, 60).jpeg({ quality: 80 }).toBuffer(),
      'photo.jpeg',
    ],
    ['an opaque PNG, as a JPEG', 'png', () => createNoise(1200, 1100).png().toBuffer(), 'photo.jpg'],
    [
      'an opaque PNG with an unused opacity, as a JPEG',
      'png',
      () => createNoise(1200, 1100).ensureAlpha().png().toBuffer(),
      'photo.jpg',
    ],
    ['a transparent PNG', 'png', () => createNoise(1200, 1000, 4).png().toBuffer(), 'photo.png'],
    [
      'a GIF that stands still, as a JPEG',
      'gif',
      () => createNoise(1100, 1000).gif({ effort: 1 }).toBuffer(),
      'photo.jpg',
    ],
  ]
  // spec 9.8
  it.each(NOISY)('%s becomes at most 1 MB and 1920 px', { tags: 'slow' }, async (_what, format, make, name) => {
    const sent = await make()
    expect(sent.length).toBeGreaterThan(bytesMax / 2)
    expect(sent.length).toBeLessThan(FILES.bytesMax)
    const { file, found, content } = await stored(format, sent)
    expect(content.length).toBeLessThanOrEqual(bytesMax)
    expect(Math.max(found.width, found.height)).toBeLessThanOrEqual(sideMaxPx)
    expect(file.name).toBe(name)
    expect(content.length).toBeGreaterThan(bytesMax / 3)
    expect((await sharp(content).stats()).isOpaque).toBe(name !== 'photo.png')
  })

  it('does not grow if the image is small enough already', async () => {
    const sent = await createGrain(1600, 1200, 150).jpeg({ quality: 45 }).toBuffer()
    expect(sent.length).toBeLessThan(bytesMax)
    expect((await stored('jpeg', sent)).content.length).toBeLessThanOrEqual(sent.length)
  })

  it('keeps the pixels of small images: exactly for PNG, nearly for JPEG', async () => {
    const png = await createGrain(500, 400, 30).png().toBuffer()
    expect((await pixelsOf((await stored('png', png)).content)).equals(await pixelsOf(png))).toBe(true)
    const drawing = await createPlainImage(120, 80, 'red').png({ palette: true }).toBuffer()
    expect((await pixelsOf((await stored('png', drawing)).content)).equals(await pixelsOf(drawing))).toBe(true)
    const jpeg = await createGrain(500, 400, 10).jpeg({ quality: 80 }).toBuffer()
    const [before, after] = [await pixelsOf(jpeg), await pixelsOf((await stored('jpeg', jpeg)).content)]
    const differences = Array.from(before, (value, at) => Math.abs(value - (after[at] ?? 0)))
    expect(sum(differences) / differences.length).toBeLessThan(3)
  })

  // spec 9.9
  it('has a thumbnail of at most 0.1 MB and 400 px, encoded at quality 0.6', async () => {
    const sent = await createNoise(900, 700).png().toBuffer()
    const { thumbnail } = await stored('png', sent)
    expect(thumbnail.length).toBeLessThanOrEqual(FILES.thumbnail.bytesMax)
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 400, height: 311 })
    const at = (quality: number): Promise<Buffer> => sharp(sent).resize({ width: 400 }).webp({ quality }).toBuffer()
    expect(thumbnail.equals(await at(60))).toBe(true)
    for (const other of [58, 62]) expect(thumbnail.equals(await at(other))).toBe(false)
  })
})

describe('an animation', () => {
  it('within the limits keeps every frame with its duration and colours', async () => {
    const sent = await createMovingSquare(300, 200, 20)
    const { file, found, content } = await stored('gif', sent)
    expect(found).toMatchObject({ pages: 20, loop: 3, delay: Array<number>(20).fill(50) })
    expect(file.name).toBe('photo.gif')
    const frames = (image: Buffer): Promise<Buffer> => sharp(image, { animated: true }).ensureAlpha().raw().toBuffer()
    expect((await frames(content)).equals(await frames(sent))).toBe(true)
  })

  const TOO_MUCH: [string, () => Promise<Buffer>][] = [
    ['of too many bytes', () => createMovingNoise(320, 200, 20)],
    ['that is too wide', () => createMovingSquare(2300, 300, 6)],
    ['of too many pixels over all frames', async () => repeatFrames(await createMovingSquare(600, 400, 5), 18)],
  ]
  // spec 9.8
  it.each(TOO_MUCH)('%s stays animated, with smaller and fewer frames over the same time', async (_what, make) => {
    const sent = await make()
    const before = await sharp(sent).metadata()
    const { file, found, content } = await stored('gif', sent)
    expect(file).toMatchObject({ name: 'photo.gif', type: 'image/gif' })
    expect(content.length).toBeLessThanOrEqual(bytesMax)
    expect(found.width).toBeLessThanOrEqual(Math.min(sideMaxPx, before.width))
    expect(found.pages).toBeGreaterThan(1)
    expect(found.pages).toBeLessThanOrEqual(before.pages ?? 0)
    expect(found.width * (found.pageHeight ?? 0) * (found.pages ?? 0)).toBeLessThanOrEqual(ANIMATIONS.wholePixelsMax)
    expect(sum(found.delay)).toBe(sum(before.delay))
    expect(found.loop).toBe(3)
  })

  it('stays transparent when its size is reduced', async () => {
    const { content } = await stored('gif', await createMovingNoise(320, 200, 20))
    const { data, info } = await sharp(content).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const opacityAt = (x: number, y: number): number | undefined => data[(y * info.width + x) * 4 + 3]
    expect(opacityAt(5, 5)).toBe(0)
    expect(opacityAt(info.width - 5, info.height - 5)).toBe(255)
  })

  it('of too many pixels becomes its first frame, with the same file type', async () => {
    const sent = repeatFrames(await createMovingSquare(900, 800, 2), 46)
    const { file, found, content } = await stored('gif', sent)
    expect(file).toMatchObject({ name: 'photo.png', type: 'image/png', width: 900, height: 800 })
    expect(found.pages).toBeUndefined()
    expect((await pixelsOf(content)).equals(await pixelsOf(sent))).toBe(true)
  })

  it('that is broken in the middle becomes its first frame', async () => {
    const sent = await drawAnimation({ width: 200, height: 150, frames: 12 }, (x, y, frame) => [x, y, frame * 20, 255])
    const { file } = await stored('gif', sent.subarray(0, Math.round(sent.length / 2)))
    expect(file).toMatchObject({ width: 200, height: 150 })
  })

  it('that has one frame becomes a still picture', async () => {
    const { file } = await stored('gif', await createPlainImage(300, 200, 'red').gif().toBuffer())
    expect(file).toMatchObject({ name: 'photo.gif', type: 'image/gif', width: 300 })
  })
})
