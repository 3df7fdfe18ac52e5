import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { READER } from '../../../../../development/gallery/gallery-data.ts'
import {
  createChatFile,
  createMessage,
  createNamedPhoto,
  log,
  openMessageMenu,
  openRoom,
  sendFiles,
  viewer,
} from '../../../../../test/component/chat-room.ts'
import { expectNoAxeViolations } from '../../../../../test/component/violations.ts'

const findPicture = (name: string) => log.getByRole('button', { name: new RegExp(name, 'u') })
const measure = (name: string): DOMRect => findPicture(name).element().getBoundingClientRect()

async function createPictures(count: number, isOwn: boolean): Promise<Message[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `photo ${index + 1}.jpg`
      const photo = createNamedPhoto(name, '#d00', index % 2 === 0 ? 600 : 200, 400)
      const file = await createChatFile(name, photo)
      return createMessage(index + 1, { content: 'Shared a file', file, ...(isOwn && { sender_id: READER.id }) })
    }),
  )
}

describe.each(APPEARANCES)('pictures sent together (%s)', (_name, appearance) => {
  it.each([true, false])('pictures sent together form two columns of equal squares (own: %s)', async (isOwn) => {
    await openRoom({ ...appearance, messages: await createPictures(3, isOwn) })
    await expect.element(findPicture('photo 3')).toBeVisible()
    await expect.poll(() => measure('photo 1').height).toBeGreaterThan(100)
    const [first, second, third] = ['photo 1', 'photo 2', 'photo 3'].map(measure)
    if (!first || !second || !third) throw new Error('no pictures')
    expect(second.left).toBeGreaterThanOrEqual(first.right)
    expect(Math.abs(second.bottom - first.bottom)).toBeLessThan(1)
    expect(Math.abs(first.width - first.height)).toBeLessThan(2)
    expect(Math.abs(second.width - first.width)).toBeLessThan(2)
    expect(third.top).toBeGreaterThan(first.bottom)
    expect(log.element().scrollWidth).toBeLessThanOrEqual(log.element().clientWidth)
    await expectNoAxeViolations()
  })
})

it('pictures in a group each keep their own menu, viewer and focus', async () => {
  const { stored } = await openRoom({ messages: await createPictures(2, true) })
  const second = stored[1]
  if (!second) throw new Error('no picture')
  await openMessageMenu(second)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toHaveAttribute('data-menu-of', second.client_id)
  await findPicture('photo 2').click()
  await expect.element(viewer.getByRole('img', { name: /photo 2/u })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(findPicture('photo 2')).toHaveFocus()
})

it('pictures join a group as they arrive', async () => {
  const { stored } = await openRoom()
  sendFiles(createNamedPhoto('one.jpg', '#d00'), createNamedPhoto('two.jpg', '#0a0'))
  await expect.poll(() => stored).toHaveLength(2)
  await expect.element(findPicture('two')).toBeVisible()
  await expect.poll(() => measure('two').left >= measure('one').right).toBe(true)
})
