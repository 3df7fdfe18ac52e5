// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { FoundMessage, FoundMessages } from '@kundig/contract/chat/message-search'
import { Refusal } from '@kundig/contract/errors'

import { MARIEKE, READER, ROOM, WITHOUT_BIO } from '../../../../development/gallery/gallery-data.ts'
import { chat, createMessage, listBubbles, listTexts } from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const OTHER = {
  ...ROOM,
  id: ROOM.id.replace(/\d\d$/u, '77'),
  partner: WITHOUT_BIO,
  participant_ids: [READER.id, WITHOUT_BIO.id],
}
const FIRST_NAME = MARIEKE.full_name.split(' ')[0] ?? ''
const LAST_SEQ = 60

const field = page.getByRole('searchbox', { name: 'Search messages' })
const rooms = page.getByRole('navigation', { name: 'Your chats' })
const results = page.getByRole('navigation', { name: 'Search results' })
const entries = (): HTMLElement[] => [...results.element().querySelectorAll<HTMLElement>('li button')]
const status = results.getByRole('status').first()
const all = page.getByRole('button', { name: 'Search all chats' })
const listMarked = () => {
  const texts = listTexts()
  return listBubbles().flatMap((bubble, place) => (bubble.classList.contains('outline-2') ? [texts[place]] : []))
}

function createFound(seq: number, rest: Partial<FoundMessage> = {}): FoundMessage {
  return {
    room_id: ROOM.id,
    seq,
    sender_id: MARIEKE.id,
    partner: MARIEKE,
    match: [
      { text: 'The ', is_marked: false },
      { text: 'honey', is_marked: true },
      { text: ` of day ${seq}`, is_marked: false },
    ],
    created_at: ROOM.created_at,
    ...rest,
  }
}

interface Input {
  query: string
  room_id?: string | undefined
  cursor?: string | undefined
}

/** Opens two rooms. The first room has more messages than one page. */
async function openSearch(
  address: string,
  answer: (input: Input) => FoundMessages | Promise<FoundMessages>,
  size: { width?: number; height?: number } = {},
) {
  const search = vi.fn<typeof answer>(answer)
  const messages = Array.from({ length: LAST_SEQ }, (_, place) => createMessage(place + 1))
  const app = await openApp(`/dashboard?tab=chats${address}`, {
    rooms: [{ ...ROOM, last_seq: LAST_SEQ, read_seq: LAST_SEQ }, OTHER],
    live: { 'room.read': (mark) => ({ ok: true, result: { ...mark, unread_count: 0, last_seq: LAST_SEQ } }) },
    api: {
      chat: {
        searchMessages: search,
        messages: ({ room_id, before_seq, limit }) => {
          const known = room_id === ROOM.id ? messages : []
          const items = known
            .filter(({ seq }) => before_seq === undefined || seq < Number(before_seq))
            .slice(-Number(limit ?? 20))
          return { items, has_older: (items[0]?.seq ?? 1) > 1, last_seq: known.length, change_seq: 0 }
        },
      },
    },
    ...size,
  })
  return { ...app, search }
}

const foundTwo = (): FoundMessages => ({
  items: [
    createFound(5),
    createFound(3, {
      room_id: OTHER.id,
      partner: WITHOUT_BIO,
      sender_id: READER.id,
      is_file: true,
      match: [
        { text: 'honey', is_marked: true },
        { text: '.pdf', is_marked: false },
      ],
    }),
  ],
  next_cursor: null,
})
const foundNone = (): FoundMessages => ({ items: [], next_cursor: null })

describe('a search in all chats', () => {
  it('replaces the list of rooms by results with marked words, and opens a room at the message', async () => {
    const { search, router } = await openSearch('', foundTwo)
    await expect.element(rooms).toBeVisible()
    await field.fill('  honey ')
    await expect.poll(() => results.query() && entries().length).toBe(2)
    await expect.element(rooms).not.toBeInTheDocument()
    expect(search.mock.calls).toEqual([[{ query: 'honey' }]])
    expect(router.state.location.href).toMatch(/tab=chats&find=honey$/u)
    await expect.element(status).toHaveTextContent('2 messages found')
    expect(entries().map((entry) => entry.querySelector('mark')?.textContent)).toEqual(['honey', 'honey'])
    expect(entries()[0]).toMatchTextContent('The honey of day 5')
    expect(entries()[1]).toMatchTextContent('You: File: honey.pdf')
    await expectNoAxeViolations()
    entries()[0]?.click()
    await expect.poll(listMarked).toEqual(['Message 5'])
    expect(document.activeElement?.closest('[data-seq]')?.getAttribute('data-seq')).toBe('5')
    expect(router.state.location.href).toMatch(new RegExp(`room=${ROOM.id}&at=5`, 'u'))
    expect(entries().map((entry) => entry.getAttribute('aria-current'))).toEqual(['true', null])
    await expect.poll(listMarked).toEqual([])
    entries()[0]?.click()
    await expect.poll(listMarked).toEqual(['Message 5'])
    router.history.back()
    await expect.element(chat).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('  honey ')
    expect(entries()).toHaveLength(2)
  })

  it('restores the search results and the open message from the address', async () => {
    await openSearch(`&room=${ROOM.id}&at=7&find=honey`, foundTwo)
    await expect.element(field).toHaveValue('honey')
    await expect.poll(listMarked).toEqual(['Message 7'])
  })

  it('opens the room when the message of a result no longer exists', async () => {
    await openSearch(`&room=${ROOM.id}&at=999`, foundTwo)
    await expect.poll(() => listTexts().at(-1)).toBe(`Message ${LAST_SEQ}`)
    expect(listMarked()).toEqual([])
  })

  it('loads more results after a press on a button', async () => {
    await openSearch('&find=honey', ({ cursor }) =>
      cursor === undefined
        ? { items: Array.from({ length: 20 }, (_, place) => createFound(40 - place)), next_cursor: 'next' }
        : { items: [createFound(1)], next_cursor: null },
    )
    await expect.element(status).toHaveTextContent('20 or more messages found')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(entries).toHaveLength(21)
    await expect.element(status).toHaveTextContent('21 messages found')
  })

  it('says when no message was found, and dims earlier results during a search', async () => {
    const answered = Promise.withResolvers<void>()
    await openSearch('&find=honey', async ({ query }) => {
      if (query === 'honey') return foundTwo()
      await answered.promise
      return foundNone()
    })
    await expect.poll(() => results.query() && entries().length).toBe(2)
    await field.fill('vinegar')
    await expect.poll(() => document.querySelector('[inert] [data-found]')).not.toBeNull()
    answered.resolve()
    await expect.element(results.getByRole('heading', { name: 'No messages found' })).toBeVisible()
    await expect.element(results.getByText('No message contains “vinegar”.')).toBeVisible()
    await expect.element(status).toHaveTextContent('No messages found')
  })

  it('retries a failed search after a press', async () => {
    let isFailing = true
    await openSearch('&find=honey', () => {
      if (isFailing) throw new Refusal('TOO_MANY_ATTEMPTS')
      return foundTwo()
    })
    const again = results.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    isFailing = false
    await again.click()
    await expect.poll(entries).toHaveLength(2)
  })

  it('moves the focus among results with arrow keys, and shows the rooms again after Escape', async () => {
    const { router } = await openSearch('&find=honey', foundTwo)
    await expect.poll(() => results.query() && entries().length).toBe(2)
    await field.click()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(entries()[0])
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(entries()[1])
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(entries()[0])
    await field.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(rooms).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
    expect(router.state.location.href).toMatch(/tab=chats$/u)
  })

  it('repeats the search when a found message changes, but not for a new message', async () => {
    const { search } = await openSearch('&find=honey', foundTwo)
    await expect.poll(() => results.query() && entries().length).toBe(2)
    fakeLive.emit('message.created', createMessage(LAST_SEQ + 1))
    fakeLive.emit('message.updated', { ...createMessage(5, { room_id: READER.id, edited: true }), change_seq: 1 })
    await expect.element(status).toHaveTextContent('2 messages found')
    expect(search).toHaveBeenCalledTimes(1)
    search.mockImplementation(foundNone)
    fakeLive.emit('message.updated', {
      ...createMessage(5, { content: 'Message deleted', deleted: true }),
      change_seq: 1,
    })
    await expect.element(results.getByRole('heading', { name: 'No messages found' })).toBeVisible()
  })
})

describe('a search in one chat', () => {
  const chooseSearch = async (): Promise<void> => {
    await chat.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Search in this chat' }).click()
  }

  it('starts from the room’s menu, and can be widened to all chats', async () => {
    const { search, router } = await openSearch(`&room=${ROOM.id}`, foundTwo)
    await chooseSearch()
    await expect.element(page.getByText(`In chat with ${FIRST_NAME}`)).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(chat).toBeVisible()
    await field.fill('honey')
    await expect.poll(() => search.mock.calls).toEqual([[{ query: 'honey', room_id: ROOM.id }]])
    await all.click()
    await expect.poll(() => search.mock.calls.at(-1)).toEqual([{ query: 'honey' }])
    await expect.element(all).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
    expect(router.state.location.href).toMatch(new RegExp(`room=${ROOM.id}&find=honey$`, 'u'))
  })

  it('covers the room on a phone, and Back returns to the room', async () => {
    const items = Array.from({ length: 20 }, (_, place) => createFound(25 - place))
    const size = { width: 375, height: 812 }
    const { router } = await openSearch(`&room=${ROOM.id}`, () => ({ items, next_cursor: null }), size)
    await chooseSearch()
    await expect.element(chat).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
    await field.fill('honey')
    await expect.poll(() => results.query() && entries().length).toBe(20)
    entries()[15]?.scrollIntoView({ block: 'center' })
    // The router records the scroll position after the scroll event.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    const { scrollY } = window
    expect(scrollY).toBeGreaterThan(0)
    entries()[15]?.click()
    await expect.poll(listMarked).toEqual(['Message 10'])
    router.history.back()
    await expect.element(chat).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('honey')
    await expect.poll(() => window.scrollY).toBe(scrollY)
    router.history.back()
    await expect.element(chat).toBeVisible()
  })

  it('explains that the chat does not exist', async () => {
    await openSearch(`&find=honey&in=${READER.id}`, () => {
      throw new Refusal('ROOM_NOT_FOUND')
    })
    await expect.element(page.getByText('In one chat')).toBeVisible()
    await expect.element(results.getByRole('alert')).toBeVisible()
    await expectNoAxeViolations()
  })
})
