// @module-tag slow
import { describe, expect, it } from 'vitest'

import { FILES } from '@kundig/contract/limits'
import { addRotation } from '@kundig/testing/browser/in-page-images'

import {
  chooseFiles,
  log,
  createNamedPhoto,
  openRoom,
  pressSend,
  createPdfFile,
  findRow,
  sendFiles,
  tray,
} from '../../../../../test/component/chat-room.ts'

const MB = 1024 * 1024

/** Creates an image that cannot be compressed: each pixel differs. A PNG is partly transparent. */
async function noiseFile(type: 'jpeg' | 'png', width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  const pixels = context.createImageData(width, height)
  const words = new Uint32Array(pixels.data.buffer)
  let state = 1
  for (let index = 0; index < words.length; index++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[index] = state
  }
  context.putImageData(pixels, 0, 0)
  const body = await canvas.convertToBlob({ type: `image/${type}`, quality: 0.9 })
  return new File([body], `noise.${type === 'png' ? 'png' : 'jpg'}`, { type: body.type })
}

/** Creates a GIF with two frames, and comments that fill it to the wanted size. */
function animationFile(name: string, bytes: number): File {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
  const note = new Uint8Array(258).fill(0x20)
  note.set([0x21, 0xfe, 254])
  note[257] = 0
  const head = [...new TextEncoder().encode('GIF89a'), 500 & 255, 500 >> 8, 300 & 255, 300 >> 8, 0x80, 0, 0]
  const colours = [0xd0, 0, 0, 0, 0, 0xd0]
  return new File(
    [
      Uint8Array.from([...head, ...colours]),
      Uint8Array.from(frame),
      ...Array.from({ length: Math.ceil(bytes / note.length) }, () => note),
      Uint8Array.from([...frame, 0x3b]),
    ],
    name,
    { type: 'image/gif' },
  )
}

async function sendOne(image: File) {
  const { stored } = await openRoom()
  sendFiles(image)
  await expect.poll(() => stored).toHaveLength(1)
  const { url = '', size = 0, type } = stored[0]?.file ?? {}
  return { size, type, picture: await createImageBitmap(await (await fetch(url)).blob()) }
}

describe('a sent image', () => {
  it('is shrunk before sending when it is large', async () => {
    const image = await noiseFile('jpeg', 2400, 1000)
    expect(image.size).toBeGreaterThan(MB)
    const { size, picture } = await sendOne(image)
    expect([picture.width, picture.height]).toEqual([1920, 800])
    expect(size).toBeLessThanOrEqual(MB)
    expect(size).toBeGreaterThan(1024)
  })

  it('stays transparent when it is shrunk', async () => {
    const image = await noiseFile('png', 1000, 900)
    expect(image.size).toBeGreaterThan(MB)
    const { size, picture } = await sendOne(image)
    expect(size).toBeLessThanOrEqual(MB)
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    const { data } = context?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] }
    expect(data.some((value, index) => index % 4 === 3 && value < 255)).toBe(true)
  })

  // spec 9.8
  it('a photo over 12 MB is turned upright, and sent if shrinking makes it small enough', async () => {
    const drawn = await createNamedPhoto('', '#d00', 2350, 1800).bytes()
    // Bytes after the end of an image are ignored.
    const photo = new File([addRotation(drawn), new Uint8Array(12 * MB)], 'photo.jpg', { type: 'image/jpeg' })
    const { size, picture } = await sendOne(photo)
    expect([picture.width, picture.height]).toEqual([1471, 1920])
    expect(size).toBeLessThanOrEqual(MB)
  })

  it('arrives in the order of choosing', async () => {
    const { stored } = await openRoom()
    const names = Array.from({ length: 5 }, (_, index) => `photo ${index}.jpg`)
    sendFiles(...names.map((name, index) => createNamedPhoto(name, '#d00', 600 - 100 * index)))
    await expect.poll(() => stored.map(({ file }) => file?.name)).toEqual(names)
    await expect.element(tray).not.toBeInTheDocument()
  })

  it('is refused with a reason before it is sent when it is too large or cannot be opened', async () => {
    const { upload } = await openRoom()
    const fileOf = (name: string, type: string, ...parts: BlobPart[]): File => new File(parts, name, { type })
    chooseFiles(
      fileOf('huge.gif', 'image/gif', new Uint8Array(FILES.bytesMax + 1)),
      fileOf('enormous.jpg', 'image/jpeg', new Uint8Array(30 * MB + 1)),
      fileOf('letters.jpg', 'image/jpeg', 'no image at all', new Uint8Array(FILES.bytesMax)),
    )
    for (const [name, text] of [
      ['huge.gif', 'File size exceeds 5MB limit'],
      ['enormous.jpg', 'This image is too large. Choose one of at most 30 MB.'],
      ['letters.jpg', 'Failed to process image'],
    ] as const)
      await expect.element(findRow(name).getByRole('alert')).toHaveTextContent(text)
    expect(upload).not.toHaveBeenCalled()
  })
})

describe('an animation', () => {
  it.each([
    ['en', 'This animation will be made smaller, and may become a still picture.', 'Add anyway: party.gif'],
    ['nl', 'Deze animatie wordt kleiner gemaakt en kan een stilstaand beeld worden.', 'Toch toevoegen: party.gif'],
  ] as const)(
    'a large animation waits for the sender’s agreement without delaying other files (%s)',
    async (language, note, agree) => {
      const { stored } = await openRoom({ language })
      const animation = animationFile('party.gif', MB)
      sendFiles(animation, createPdfFile('letter.pdf'))
      await expect.element(findRow('party.gif').getByRole('alert')).toHaveTextContent(note)
      await expect.element(log.getByRole('link', { name: /letter\.pdf/u })).toBeVisible()
      expect(stored).toHaveLength(1)
      await findRow('party.gif').getByRole('button', { name: agree }).click()
      await expect.element(findRow('party.gif').getByRole('alert')).not.toBeInTheDocument()
      expect(stored).toHaveLength(1)
      pressSend()
      await expect.element(tray).not.toBeInTheDocument()
      expect(stored[1]?.file).toMatchObject({ name: 'party.gif', type: 'image/gif', size: animation.size })
    },
  )

  it('is sent unchanged without a question when it is small, and can be cancelled when it is large', async () => {
    const { stored } = await openRoom()
    const small = animationFile('small.gif', 10_000)
    sendFiles(small, animationFile('party.gif', MB))
    await expect.element(log.getByRole('img', { name: /small\.gif/u })).toBeVisible()
    await findRow('party.gif').getByRole('button', { name: 'Remove party.gif' }).click()
    await expect.element(tray).not.toBeInTheDocument()
    expect(stored.map(({ file }) => file?.size)).toEqual([small.size])
  })
})
