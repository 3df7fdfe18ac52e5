// @module-tag slow
import { afterEach, expect, it, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'

import { ROOM } from '../../../../../development/gallery/gallery-data.ts'
import { createMessage } from '../../../../../test/component/chat-room.ts'
import { openApp } from '../../../../../test/component/open-app.tsx'

const COUNT = 65
const PAPER = 1123

const MESSAGES = Array.from({ length: COUNT }, (_, index) =>
  createMessage(index + 1, { content: `This is message number ${index + 1}.`, read: true }),
)

interface Emulation {
  send: (method: 'Emulation.setEmulatedMedia', parameters: object) => Promise<unknown>
}

async function emulate(media: 'print' | ''): Promise<void> {
  const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }]
  await (cdp() as unknown as Emulation).send('Emulation.setEmulatedMedia', { media, features })
}

afterEach(async () => {
  vi.restoreAllMocks()
  await emulate('')
})

it('prints the whole chat on as many pages as needed, without buttons and fields', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  await openApp(`/dashboard?tab=chats&room=${ROOM.id}`, {
    dark: true,
    rooms: [{ ...ROOM, last_seq: COUNT, read_seq: COUNT }],
    messages: MESSAGES,
  })
  const log = page.getByRole('log')
  const root = document.documentElement
  const forScreen = [
    page.getByRole('button', { name: 'More' }),
    page.getByRole('button', { name: 'Send' }),
    page.getByRole('banner'),
    page.getByRole('tablist'),
  ]
  await expect.element(log).toMatchTextContent(`number ${COUNT}.`)
  await expect.element(log).not.toMatchTextContent('number 1.')
  for (const part of forScreen) await expect.element(part).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Print chat' }).click()
  await expect.poll(() => print).toHaveBeenCalledOnce()

  await emulate('print')
  dispatchEvent(new Event('beforeprint'))
  for (const { content } of MESSAGES) expect(log.element().textContent).toContain(content)
  // The last message is on the last of several printed pages, so nothing is cut.
  const bottom = (): number => {
    // The virtual list contains a second copy of the message, later in the page and hidden in print.
    const last = log.getByText(`number ${COUNT}.`, { exact: false }).first()
    return last.element().getBoundingClientRect().bottom + scrollY
  }
  await expect.poll(bottom).toBeGreaterThan(2 * PAPER)
  expect(bottom()).toBeLessThanOrEqual(root.scrollHeight)
  for (let part: Element | null = log.element(); part; part = part.parentElement)
    expect(part.scrollHeight - part.clientHeight, part.className).toBeLessThanOrEqual(part === root ? Infinity : 1)
  for (const part of forScreen) await expect.element(part).not.toBeInTheDocument()
  // Print uses light colours in every mode.
  expect(getComputedStyle(root).colorScheme).toBe('light')

  await emulate('')
  dispatchEvent(new Event('afterprint'))
  for (const part of forScreen) await expect.element(part).toBeVisible()
  expect(getComputedStyle(root).colorScheme).toBe('dark')
})
