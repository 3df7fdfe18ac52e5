// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import { createPaymentMessage, MARIEKE, READER } from '../../../../development/gallery/gallery-data.ts'
import {
  createChatFile,
  createMessage,
  createPdfFile,
  createQuote,
  listBubbles,
  listTexts,
  log,
  openRoom,
  type RoomOptions,
} from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'

const quotes = log.getByRole('button', { name: /^In reply to/u })
const listQuotes = () => quotes.elements().map(({ textContent }) => textContent)
const listMarked = () => {
  const texts = listTexts()
  return listBubbles().flatMap((bubble, place) => (bubble.classList.contains('outline-2') ? [texts[place]] : []))
}
/** Finds the original message, not the reply that quotes the same words. */
const findText = (words: string) => log.getByText(words, { exact: true }).first()
const getFocusedKey = () => document.activeElement?.getAttribute('data-menu-of')

/** Opens a long room whose last message answers an earlier message. The fake server returns pages of any size. */
async function openLongRoom(count: number, answered: number, options: RoomOptions = {}) {
  const all: Message[] = Array.from({ length: count - 1 }, (_, place) => createMessage(place + 1))
  const original = all[answered - 1]
  if (!original) throw new Error('no original')
  all.push(createMessage(count, { content: 'An answer', reply_to: createQuote(original) }))
  const older = vi.fn<(limit: number) => void | Promise<void>>()
  const app = await openRoom({
    room: { last_seq: count, read_seq: count },
    messages: all,
    api: {
      chat: {
        messages: async ({ before_seq, limit }) => {
          if (before_seq !== undefined) await older(Number(limit))
          const items = all
            .filter(({ seq }) => before_seq === undefined || seq < Number(before_seq))
            .slice(-Number(limit ?? 20))
          return { items, has_older: (items[0]?.seq ?? 1) > 1, last_seq: count, change_seq: 0 }
        },
      },
    },
    ...options,
  })
  await expect.poll(() => listTexts().at(-1)).toBe('An answer')
  return { ...app, older, original }
}

describe('a reply', () => {
  it('a reply shows an up-to-date quote of the original message and its author', async () => {
    const file = await createChatFile('plan.pdf', createPdfFile('plan.pdf'))
    const originals = [
      createMessage(1, { content: 'First words' }),
      createMessage(2, { sender_id: READER.id, file }),
      createPaymentMessage(3, {}),
    ]
    const [text] = originals
    if (!text) throw new Error('no message')
    await openRoom({
      messages: [
        ...originals,
        createMessage(4, { reply_to: createQuote(text) }),
        createMessage(5, {
          reply_to: { seq: 2, sender_id: READER.id, content: '', file: { name: 'plan.pdf', type: 'application/pdf' } },
        }),
        createMessage(6, {
          reply_to: {
            seq: 3,
            sender_id: MARIEKE.id,
            content: '',
            type: 'payment_request',
            amount: 8500,
            currency: 'eur',
            status: 'pending',
          },
        }),
      ],
    })
    await expect
      .poll(listQuotes)
      .toEqual([
        'In reply toMariekeFirst words',
        'In reply toYouplan.pdf',
        `In reply toMarieke${formatMoney(8500, 'eur', 'en')} requested`,
      ])
    fakeLive.emit('message.updated', { ...text, content: 'Better words', edited: true, change_seq: 1 })
    await expect.poll(() => listQuotes()[0]).toBe('In reply toMariekeBetter words')
    fakeLive.emit('message.updated', { ...text, content: 'Message deleted', deleted: true, change_seq: 2 })
    await expect.poll(() => listQuotes()[0]).toBe('In reply toMariekeMessage deleted')
  })

  it('jumps to the original message, marks it for two seconds and focuses its menu button', async () => {
    const { original, older } = await openLongRoom(20, 2)
    await quotes.click()
    await expect.poll(listMarked).toEqual(['Message 2'])
    await expect.poll(getFocusedKey).toBe(original.client_id)
    await expect.element(findText('Message 2')).toBeInViewport()
    expect(older).not.toHaveBeenCalled()
    await expect.poll(listMarked, { timeout: 4000 }).toEqual([])
    await expect.element(findText('Message 2')).toBeInViewport()
  })

  it('loads pages of 100 messages until the original message is loaded', async () => {
    const { original, older } = await openLongRoom(260, 100)
    await quotes.click()
    await expect.poll(listMarked, { timeout: 5000 }).toEqual(['Message 100'])
    await expect.poll(getFocusedKey).toBe(original.client_id)
    await expect.element(findText('Message 100')).toBeInViewport()
    expect(older.mock.calls).toEqual([[100], [100]])
  }, 30_000)

  it('shows the usual failure when an older page cannot be loaded', async () => {
    const { older } = await openLongRoom(260, 5)
    older.mockImplementation(() => {
      throw new Refusal('TOO_MANY_ATTEMPTS')
    })
    await quotes.click()
    await expect.element(page.getByText('Older messages could not be loaded.', { exact: false })).toBeVisible()
    expect(older).toHaveBeenCalledOnce()
    expect(listMarked()).toEqual([])
  })

  it('stops loading the original message when the person scrolls', async () => {
    const { older } = await openLongRoom(260, 5)
    const held = Promise.withResolvers<void>()
    older.mockReturnValueOnce(held.promise)
    await quotes.click()
    await expect.element(page.getByText('Loading older messages')).toBeInTheDocument()
    log.element().dispatchEvent(new WheelEvent('wheel', { deltaY: 10 }))
    held.resolve()
    await expect.element(page.getByText('Loading older messages')).not.toBeInTheDocument()
    expect(older).toHaveBeenCalledOnce()
    await expect.element(log.getByText('An answer')).toBeInViewport()
    expect(listMarked()).toEqual([])
  })

  it('focuses the list after a jump to a deleted original message', async () => {
    const first = createMessage(1, { content: 'Message deleted', deleted: true })
    await openRoom({ messages: [first, createMessage(2, { reply_to: { ...createQuote(first), deleted: true } })] })
    await quotes.click()
    await expect.element(log).toHaveFocus()
  })
})
