// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { createPaymentMessage, READER, ROOM } from '../../../../../development/gallery/gallery-data.ts'
import {
  listBubbles,
  sendFiles,
  createMessage,
  field,
  log,
  openRoom,
  createPdfFile,
  type RoomOptions,
  listTexts,
} from '../../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../../test/component/fake-live.ts'

const PAGE = 20
const newMessagesButton = page.getByRole('button', { name: /new messages?$/u })
const begins = log.getByText(ROOM.requestMessage ?? '')

const createMessages = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    createMessage(index + 1, { content: `Message ${index + 1}, and the ${'rest of it '.repeat(index % 5)}` }),
  )

/** Returns the height of the list below the view (px); NaN while the list is empty. */
function gapBelow(): number {
  if (listTexts().length === 0) return Number.NaN
  const { scrollHeight, scrollTop, clientHeight } = log.element()
  return scrollHeight - scrollTop - clientHeight
}

async function paint(): Promise<void> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}

/** Scrolls like a wheel, and waits for the event and a frame. */
async function scrollTo(top: number): Promise<void> {
  const box = log.element()
  const heard = new Promise((resolve) => {
    box.addEventListener('scroll', resolve, { once: true })
  })
  box.dispatchEvent(new WheelEvent('wheel', { deltaY: top - box.scrollTop }))
  box.scrollTop = top
  await heard
  await paint()
}

const scrollToGap = (gap: number): Promise<void> => {
  const { scrollHeight, clientHeight } = log.element()
  return scrollTo(scrollHeight - clientHeight - gap)
}

async function openLongRoom(count: number, options: RoomOptions = {}) {
  const older = vi.fn<() => void | Promise<void>>()
  const all = createMessages(count)
  const app = await openRoom({
    room: { last_seq: count, read_seq: count },
    messages: all,
    api: {
      chat: {
        messages: async ({ before_seq }) => {
          if (before_seq !== undefined) await older()
          const items = all.filter(({ seq }) => before_seq === undefined || seq < Number(before_seq)).slice(-PAGE)
          return { items, has_older: (items[0]?.seq ?? 1) > 1, last_seq: count, change_seq: 0 }
        },
      },
    },
    ...options,
  })
  await expect.poll(() => listTexts().at(-1)).toMatch(new RegExp(`^Message ${count},`, 'u'))
  return { ...app, older }
}

describe('older messages', () => {
  // spec 9.13
  it('older messages load automatically while the list is too short to scroll', async () => {
    const { older } = await openLongRoom(3 * PAGE, { width: 700, height: 860 })
    await expect.poll(gapBelow).toBeLessThan(2)
    expect(listTexts()[0]).not.toMatch(/^Message 1,/u)
    expect(older).not.toHaveBeenCalled()
    await page.viewport(700, 6000)
    await expect.poll(() => listTexts()[0]).toMatch(/^Message 1,/u)
    await expect.element(begins).toBeInViewport()
    await paint()
    expect(older).toHaveBeenCalledTimes(2)
  }, 60_000)

  it('are not requested again after an empty page', async () => {
    const asked = vi.fn<() => void>()
    await openRoom({
      width: 700,
      height: 8000,
      messages: createMessages(5),
      api: {
        chat: {
          messages: ({ before_seq }) => {
            if (before_seq !== undefined) asked()
            const items = before_seq === undefined ? createMessages(10).slice(5) : []
            return { items, has_older: true, last_seq: 10, change_seq: 0 }
          },
        },
      },
    })
    await expect.poll(() => asked).toHaveBeenCalledOnce()
    for (const height of [7900, 8000]) {
      await page.viewport(700, height)
      await expect.poll(() => log.element().clientHeight).toBeGreaterThan(height - 500)
      await paint()
    }
    await expect.element(page.getByText('Loading older messages')).not.toBeInTheDocument()
    expect(asked).toHaveBeenCalledOnce()
  })

  // spec 9.13
  it('older messages load near the top without moving the reading position', async () => {
    const { older } = await openLongRoom(3 * PAGE)
    const held = Promise.withResolvers<void>()
    older.mockReturnValue(held.promise)
    await expect.poll(gapBelow).toBeLessThan(2)
    const box = log.element()
    // Scrolls near the top first, so that the rows there are measured.
    await scrollTo(400)
    await expect
      .poll(async () => {
        await scrollTo(box.scrollTop === 101 ? 102 : 101)
        return box.scrollTop
      })
      .toBe(101)
    expect(older).not.toHaveBeenCalled()
    await expect.element(page.getByText('Loading older messages')).not.toBeInTheDocument()
    await scrollTo(100)
    await expect.element(page.getByText('Loading older messages')).toBeInTheDocument()
    await expect.poll(() => older).toHaveBeenCalledOnce()
    await paint()
    const { top } = box.getBoundingClientRect()
    const [, read] = listBubbles().filter((bubble) => bubble.getBoundingClientRect().top > top)
    const words = read?.textContent
    const place = (): number =>
      listBubbles()
        .find(({ textContent }) => textContent === words)
        ?.getBoundingClientRect().top ?? Number.NaN
    const [before, heightBefore] = [place(), box.scrollHeight]
    held.resolve()
    await expect.poll(() => box.scrollHeight).toBeGreaterThan(heightBefore + 500)
    for (let frames = 0; frames < 15; frames++) {
      await paint()
      expect(Math.abs(place() - before)).toBeLessThanOrEqual(2)
    }
  })
})

describe('new messages', () => {
  // spec 9.14
  it('new messages show a button with a count when the reader is over 100 px above the end', async () => {
    const { receive } = await openRoom({ messages: createMessages(40) })
    await expect.poll(gapBelow).toBeLessThan(2)
    await scrollToGap(900)
    expect(gapBelow()).toBeGreaterThan(200)
    await expect.element(newMessagesButton).not.toBeInTheDocument()
    receive('news 1')
    await expect.element(page.getByRole('button', { name: '1 new message' })).toBeVisible()
    receive('news 2')
    await page.getByRole('button', { name: '2 new messages' }).click()
    await expect.poll(() => listTexts().at(-1)).toBe('news 2')
    await expect.poll(gapBelow).toBeLessThan(2)
    await expect.element(newMessagesButton).not.toBeInTheDocument()

    await scrollToGap(101)
    expect(gapBelow()).toBe(101)
    receive('news 3')
    await expect.element(newMessagesButton).toBeVisible()
    expect(gapBelow()).toBeGreaterThan(101)
    await scrollToGap(100)
    await expect.element(newMessagesButton).not.toBeInTheDocument()
    expect(gapBelow()).toBeLessThanOrEqual(100)
    receive('news 4')
    await expect.poll(() => listTexts().at(-1)).toBe('news 4')
    await expect.poll(gapBelow).toBeLessThan(2)
    await expect.element(newMessagesButton).not.toBeInTheDocument()
    // An own message scrolls the list to the end from anywhere.
    await scrollToGap(900)
    await field.fill('mine')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => listTexts().at(-1)).toBe('mine')
    await expect.poll(gapBelow).toBeLessThan(2)
    await scrollToGap(900)
    sendFiles(createPdfFile('plan.pdf'))
    await expect.element(log.getByRole('link', { name: 'plan.pdf', exact: false })).toBeVisible()
    await expect.poll(gapBelow).toBeLessThan(2)
  })

  it('are no longer counted after their deletion', async () => {
    const { receive, stored } = await openRoom({ messages: createMessages(40) })
    await expect.poll(gapBelow).toBeLessThan(2)
    await scrollToGap(900)
    receive('news 1')
    receive('news 2')
    await expect.element(page.getByRole('button', { name: '2 new messages' })).toBeVisible()
    const [first, second] = stored.slice(-2).map((message, index) => ({
      ...message,
      content: 'Message deleted',
      deleted: true as const,
      change_seq: index + 1,
    }))
    if (!first || !second) throw new Error('no messages')
    fakeLive.emit('message.updated', first)
    await expect.element(page.getByRole('button', { name: '1 new message' })).toBeVisible()
    fakeLive.emit('message.updated', second)
    await expect.element(newMessagesButton).not.toBeInTheDocument()
  })

  it('the newest messages stay in view when the layout changes, unless the reader scrolled up', async () => {
    await openRoom({ messages: createMessages(40) })
    await expect.poll(gapBelow).toBeLessThan(2)
    const box = log.element()
    const head = box.querySelector<HTMLElement>(':scope > :first-child')
    if (!head) throw new Error('There is no head')
    const bar = document.createElement('p')
    bar.style.cssText = 'height: 40px; flex: none'
    const heightBefore = box.clientHeight
    box.parentElement?.after(bar)
    await expect.poll(() => box.clientHeight).toBe(heightBefore - 40)
    await expect.poll(gapBelow).toBeLessThan(2)
    bar.remove()
    // The browser moves the view up by the space that appeared below.
    box.getBoundingClientRect()
    // Space appears above the rows before the scroll event.
    head.style.paddingTop = '300px'
    await paint()
    await expect.poll(gapBelow).toBeLessThan(2)
    // After a reader scrolls up, the view stays there.
    await scrollToGap(400)
    await expect.poll(gapBelow).toBeGreaterThan(200)
    head.style.paddingTop = '500px'
    await paint()
    await paint()
    expect(gapBelow()).toBeGreaterThan(200)
  })
})

// spec 2.91
it('a run of messages shows its author once, and screen readers get the author each time', async () => {
  const at = (minute: number) => ({ created_at: `2026-03-03T09:${minute}:00.000Z` })
  await openRoom({
    messages: [
      createMessage(1, at(10)),
      createMessage(2, at(11)),
      createMessage(3, { ...at(12), sender_id: READER.id }),
      createPaymentMessage(4, { ...at(13), sender_id: READER.id }),
      createPaymentMessage(5, at(14)),
    ],
  })
  const labels = () => log.getByText(/^(?:You|Marieke de Vries)$/u).elements()
  await expect
    .poll(() => labels().map((label) => [label.textContent, label.getBoundingClientRect().width > 1]))
    .toEqual([
      ['Marieke de Vries', true],
      ['Marieke de Vries', false],
      ['You', true],
      ['You', false],
      ['Marieke de Vries', true],
    ])
})
