// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

import { APPEARANCES } from '@kundig/testing/browser/appearances'
import { readImageEdges } from '@kundig/testing/browser/in-page-images'

import { READER } from '../../../../../development/gallery/gallery-data.ts'
import {
  listBubbles,
  sendFiles,
  createChatFile,
  createMessage,
  log,
  createNamedPhoto,
  openRoom,
  createPdfFile,
  findRow,
  type RoomOptions,
  tray,
  viewer,
} from '../../../../../test/component/chat-room.ts'
import { expectNoAxeViolations } from '../../../../../test/component/violations.ts'

const shown = (name: string): Locator => viewer.getByRole('img', { name, exact: false })
const findButton = (name: string): Locator => log.getByRole('button', { name, exact: false })

async function createFileMessages(...files: File[]) {
  return Promise.all(
    files.map(async (file, index) =>
      createMessage(index + 1, {
        sender_id: READER.id,
        content: 'Shared a file',
        file: await createChatFile(file.name, file),
      }),
    ),
  )
}

function holdImages(): () => void {
  const spies = [
    vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockReturnValue(),
    vi.spyOn(HTMLImageElement.prototype, 'setAttribute').mockImplementation(function set(this: Element, name, value) {
      if (name !== 'src') Element.prototype.setAttribute.call(this, name, value)
    }),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

async function openPhotos(
  colours: readonly string[],
  options: RoomOptions = {},
  size: readonly [number, number] = [600, 300],
) {
  const photos = colours.map((colour, index) => createNamedPhoto(`${index + 1}.jpg`, colour, ...size))
  await openRoom({ messages: await createFileMessages(...photos), ...options })
  await expect.poll(() => log.getByRole('img').all()).toHaveLength(colours.length)
}

describe('the viewer', () => {
  it('works with the keyboard alone, and returns the focus', async () => {
    await openPhotos(['#d00', '#0a0', '#00d'])
    findButton('2.jpg').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(viewer.getByRole('heading', { name: '2.jpg' })).toBeVisible()
    await expect.element(viewer).toMatchTextContent(/You, \w+/u)
    await expect.element(viewer.getByText('2 of 3')).toHaveRole('status')
    expect(await readImageEdges(shown('2.jpg').element())).toMatchObject({ width: 600, left: 'green' })
    await userEvent.keyboard('{ArrowRight}')
    expect(await readImageEdges(await shown('3.jpg').findElement())).toMatchObject({ left: 'blue' })
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(viewer.getByText('3 of 3')).toBeVisible()
    await userEvent.keyboard('{Home}')
    expect(await readImageEdges(await shown('1.jpg').findElement())).toMatchObject({ left: 'red' })
    const download = viewer.getByRole('link', { name: 'Download' })
    await expect.element(download).toHaveAttribute('download', '1.jpg')
    await expect.element(download).toHaveAttribute('href', shown('1.jpg').element().getAttribute('src') ?? '')
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.element(findButton('2.jpg')).toHaveFocus()
  })

  it('retries a failed image, and shows the failure until the image has loaded', async () => {
    const [message] = await createFileMessages(createNamedPhoto('roof.jpg', '#0a0'))
    if (!message?.file) throw new Error('There is no file')
    const { url } = message.file
    message.file.url = 'blob:gone'
    await openRoom({ messages: [message] })
    await findButton('roof.jpg').click()
    await expect.element(viewer.getByRole('alert')).toMatchTextContent('The image could not be loaded')
    const retry = viewer.getByRole('button', { name: 'Try again' })
    const letGo = holdImages()
    await retry.click()
    await expect.element(retry).toHaveAttribute('aria-busy', 'true')
    await expect.element(retry).toHaveFocus()
    letGo()
    const image = await viewer.getByAltText('roof.jpg', { exact: false }).findElement()
    image.setAttribute('src', url)
    await expect.element(viewer.getByRole('alert')).not.toBeInTheDocument()
    expect(await readImageEdges(shown('roof.jpg').element())).toMatchObject({ left: 'green' })
  })

  it('shows the next image after a swipe', async () => {
    await openPhotos(['#d00', '#00d'], { width: 375, height: 812 })
    await findButton('1.jpg').click()
    const swipe = (from: number, to: number): void => {
      const target = viewer.getByRole('img').element()
      const touch = (clientX: number) => [new Touch({ identifier: 1, target, clientX, clientY: 400 })]
      const options = { bubbles: true, cancelable: true }
      target.dispatchEvent(
        new TouchEvent('touchstart', { ...options, touches: touch(from), changedTouches: touch(from) }),
      )
      target.dispatchEvent(new TouchEvent('touchend', { ...options, changedTouches: touch(to) }))
    }
    await expect.element(shown('1.jpg')).toBeVisible()
    swipe(300, 100)
    await expect.element(viewer.getByText('2 of 2')).toBeVisible()
    swipe(100, 120)
    await new Promise(requestAnimationFrame)
    await expect.element(viewer.getByText('2 of 2')).toBeVisible()
    swipe(100, 300)
    await expect.element(viewer.getByText('1 of 2')).toBeVisible()
    await expect.element(viewer.getByRole('heading')).toHaveTextContent('1.jpg')
  })

  it('zooms with a double press and with keys, and pans the zoomed image', async () => {
    await openPhotos(['#d00', '#0a0'], {}, [1600, 1200])
    await findButton('1.jpg').click()
    const box = (): DOMRect => shown('1.jpg').element().getBoundingClientRect()
    const width = (): number => Math.min(1600, box().width, (box().height * 1600) / 1200)
    await readImageEdges(await shown('1.jpg').findElement())
    const before = width()
    const frame = box()
    const point = { x: frame.width / 2 + before / 4, y: frame.height / 2 }
    await shown('1.jpg').dblClick({ position: point })
    await expect.poll(() => box().width).toBeCloseTo(2 * before, 0)
    // The clicked point, at three quarters of the image's width, keeps its position.
    const zoomed = box()
    expect(((frame.x + point.x - zoomed.x) / zoomed.width).toFixed(2)).toBe('0.75')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => box().x).toBeGreaterThan(zoomed.x)
    await expect.element(viewer.getByText('1 of 2')).toBeVisible()
    await userEvent.keyboard('0')
    await expect.poll(width).toBeCloseTo(before, 0)
    await userEvent.keyboard('++')
    await expect.poll(() => box().width).toBeCloseTo(4 * before, 0)
    await viewer.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(width).toBeCloseTo(before, 0)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(viewer.getByText('2 of 2')).toBeVisible()
  })

  it('is dark in light mode', async () => {
    await openPhotos(['#0a0'])
    await findButton('1.jpg').click()
    await expect.element(viewer).toBeVisible()
    const drawn = new OffscreenCanvas(1, 1).getContext('2d')
    if (!drawn) throw new Error('No canvas')
    drawn.fillStyle = getComputedStyle(viewer.element()).backgroundColor
    drawn.fillRect(0, 0, 1, 1)
    const [red = 255, green = 255, blue = 255, opacity = 0] = drawn.getImageData(0, 0, 1, 1).data
    expect([Math.max(red, green, blue) < 64, opacity]).toEqual([true, 255])
  })
})

describe('an image in the list', () => {
  it('can be pressed while the list is still scrolling', async () => {
    await openPhotos(['#d00', '#d00', '#d00'], { height: 720 })
    const box = log.element()
    await expect.poll(() => box.scrollHeight - box.scrollTop - box.clientHeight).toBeLessThan(2)
    const end = box.scrollTop
    const button = [...box.querySelectorAll('button')].at(-1)
    box.scrollTop -= 20
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    expect(box.scrollTop).toBe(end - 20)
    const { left, width, top } = button?.getBoundingClientRect() ?? new DOMRect()
    expect(document.elementFromPoint(left + width / 2, top + 20)?.closest('button')).toBe(button)
  })
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('has no violations with sent, uploading, refused and viewed files', async () => {
    const messages = await createFileMessages(
      createNamedPhoto('red.jpg', '#d00'),
      createPdfFile(`${'long '.repeat(30)}name.pdf`),
    )
    const { upload } = await openRoom({ ...appearance, messages })
    upload.mockReturnValue(new Promise(() => undefined))
    await expect.poll(listBubbles).toHaveLength(2)
    const film = new File(['film'], 'film.mp4', { type: 'video/mp4' })
    sendFiles(createNamedPhoto('green.jpg', '#0a0'), film, createPdfFile('waiting.pdf'))
    await expect.element(tray.getByRole('alert')).toBeVisible()
    await expect.element(findRow('green.jpg').getByRole('progressbar')).toBeVisible()
    await expect.poll(() => tray.element().querySelectorAll('img')).toHaveLength(1)
    expect(tray.getByRole('progressbar').all()).toHaveLength(1)
    await expectNoAxeViolations()
    expect(log.element().scrollWidth).toBeLessThanOrEqual(log.element().clientWidth)
    await findButton('red.jpg').click()
    await expect.element(viewer.getByRole('img')).toBeVisible()
    await expectNoAxeViolations()
  })
})
