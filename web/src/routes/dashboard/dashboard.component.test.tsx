import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import { readColour } from '@kundig/testing/browser/colours'

import { createRequest, MARIEKE, READER, ROOM } from '../../../development/gallery/gallery-data.ts'
import { fakeLive } from '../../../test/component/fake-live.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const CHATS = '/dashboard?tab=chats'
const IN_ROOM = `${CHATS}&room=${ROOM.id}`
const PHONE = { width: 375, height: 800 }
const OTHER_ROOM: Room = { ...ROOM, id: createRequest(9).id, requestMessage: 'Now I ask you' }

const tab = (name: RegExp) => page.getByRole('tab', { name })
const rooms = page.getByRole('navigation', { name: /^(?:Your chats|Je chats)$/u })
const entry = rooms.getByRole('button')
const chat = page.getByRole('region', { name: `Chat with ${MARIEKE.full_name}` })
const field = page.getByRole('textbox', { name: 'Message' })
const press = (name: string) => page.getByRole('button', { name }).click()
const expectAddress = (href: string) => expect.poll(() => `${location.pathname}${location.search}`).toBe(href)

/** Emits an event repeatedly until its effect is visible, because the live connection may open late. */
const emitUntil = (emit: () => void, isShown: () => boolean) =>
  expect
    .poll(() => {
      emit()
      return isShown()
    })
    .toBe(true)

function createMessage(seq: number, content: string, sender: { id: string } = MARIEKE): Message {
  const { id: room_id, created_at, updated_at } = ROOM
  const client_id = crypto.randomUUID()
  const id = `${room_id}.${seq}`
  return { id, room_id, seq, sender_id: sender.id, client_id, content, read: false, created_at, updated_at }
}

describe('the tabs', () => {
  // spec 2.40
  it.each([
    ['a mark without a number for a new room', [{ ...ROOM, is_new: true }], /^Chats\s*1 new chat$/u, /^$/u],
    [
      'only the number of unread messages',
      [
        { ...ROOM, is_new: true },
        { ...ROOM, id: `${ROOM.id.slice(0, -1)}9`, unread_count: 2 },
      ],
      /^Chats\s*2 unread, 1 new chat$/u,
      /^2$/u,
    ],
  ])('the Chats tab shows %s', async (_, shownRooms, name, figure) => {
    await openApp('/dashboard', { rooms: shownRooms })
    await expect.element(tab(name)).toBeVisible()
    const badge = tab(name).element().querySelector('.count')
    const shown = [...(badge?.querySelectorAll('[aria-hidden]') ?? [])].map(({ textContent }) => textContent).join('')
    expect(shown).toMatch(figure)
  })

  // spec 2.2, 2.33, 2.36, 2.37, 2.39, 2.40, 9.17
  it.each([
    ['light', false],
    ['dark', true],
  ])('the tabs show the number of new requests and unread chats in red (%s)', async (_name, dark) => {
    const request = createRequest(1, { counterpart: { ...MARIEKE, bio: 'x'.repeat(500) } })
    await openApp('/dashboard?tab=requests', {
      dark,
      rooms: [{ ...ROOM, unread_count: 1 }],
      api: { connectionRequests: { pending: () => ({ items: [request], total: 1 }) } },
    })
    await expect.element(tab(/^Requests\s*1 new$/u)).toBeVisible()
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent.match(/^[A-Z][a-z]+/u)?.[0]),
    ).toEqual(['Explore', 'Requests', 'Chats'])
    for (const name of [/^Requests\s*1 new$/u, /^Chats\s*1 unread$/u]) {
      await expect.element(tab(name)).toBeVisible()
      const badge = tab(name).element().querySelector('.count')
      if (!badge) throw new Error('The tab has no count')
      expect(badge.textContent).toContain('1')
      const { red, green, blue } = readColour(badge)
      expect(red).toBeGreaterThan(2 * Math.max(green, blue))
    }
    const card = page.getByRole('article', { name: MARIEKE.full_name })
    await expect.element(card.getByText(/^x+…$/u)).toHaveTextContent(`${'x'.repeat(299)}…`)
    for (const name of ['Accept', 'Reject']) await expect.element(card.getByRole('button', { name })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible()
  })

  it('the address contains the tab and the open room, and Back leads from the room to the list', async () => {
    await openApp('/dashboard', { rooms: [ROOM] })
    await tab(/^Chats/u).click()
    await expectAddress(CHATS)
    await entry.click()
    await expectAddress(IN_ROOM)
    await expect.element(chat).toBeVisible()
    history.back()
    await expect.element(page.getByText('Choose a chat')).toBeVisible()
    await expectAddress(CHATS)
  })
})

describe('the chats', () => {
  // spec 2.41, 2.102
  it('the list of chats is beside the open chat on a desktop, at least 600 px high if the window allows', async () => {
    await openApp(IN_ROOM, { rooms: [ROOM], width: 1280, height: 700 })
    await expect.element(chat).toBeVisible()
    const boxOf = (element: Element | null | undefined): DOMRect => {
      if (!element) throw new Error('Not in sight')
      return element.getBoundingClientRect()
    }
    const card = () => boxOf(chat.element().closest('.card'))
    expect(boxOf(rooms.element()).right).toBeLessThanOrEqual(boxOf(chat.element()).x + 1)
    expect(card().height).toBe(600)
    await page.viewport(1920, 1080)
    await expect.poll(() => card().height).toBeGreaterThan(850)
    expect(document.documentElement.scrollHeight).toBe(1080)
    expect(card().width).toBeGreaterThan(1400)
    expect(boxOf(page.getByRole('link', { name: 'Kundig' }).element()).x).toBe(card().x)
  })

  // spec 2.43, 2.44, 3.12
  it.each([
    ['its topic', 'Could we talk?', 'Could we talk?'],
    ['“No topic” without one', null, 'No topic'],
  ])('the list shows a room with %s and the time of its last change', async (_what, requestMessage, words) => {
    const updated_at = new Date().toISOString()
    await openApp(CHATS, { rooms: [{ ...ROOM, requestMessage, updated_at }] })
    await expect.element(entry).toMatchTextContent(MARIEKE.full_name)
    await expect.element(entry).toMatchTextContent(words)
    const time = entry.element().querySelector('time')
    expect(time?.dateTime).toBe(updated_at)
    expect(time?.textContent).toMatch(/^\d\d:\d\d$/u)
  })

  it.each([
    ['en', READER, /where to begin\.\s*You: First words/u, /You: Then more/u],
    ['nl', MARIEKE, /where to begin\.\s*First words/u, /where to begin\.\s*Then more/u],
  ] as const)(
    'a chat in the list shows its last message below the topic (%s)',
    async (language, sender, first, second) => {
      await openApp(CHATS, { rooms: [ROOM], language })
      await expect.element(entry).toMatchTextContent(/where to begin\.$/u)
      const message = createMessage(2, 'First words', sender)
      await emitUntil(
        () => fakeLive.emit('message.created', message),
        () => first.test(entry.element().textContent),
      )
      const next = createMessage(3, 'Then more', sender)
      await emitUntil(
        () => fakeLive.emit('message.created', next),
        () => second.test(entry.element().textContent),
      )
      await expect.element(entry).not.toMatchTextContent('First words')
    },
  )

  // spec 2.42
  it('the list groups chats under the name of the partner', async () => {
    await openApp(CHATS, { rooms: [OTHER_ROOM, ROOM] })
    const group = rooms.getByRole('listitem').filter({ has: page.getByRole('heading', { name: MARIEKE.full_name }) })
    await expect.element(rooms.getByText(MARIEKE.full_name)).toBeVisible()
    expect(
      group
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Now I ask you/u),
      expect.stringMatching(/^I would like to know where to begin\./u),
    ])
  })

  it('a chat that opens on a wide screen focuses its message field', async () => {
    await openApp(CHATS, { rooms: [ROOM] })
    await entry.click()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('At once')
    await expect.element(field).toHaveValue('At once')
  })

  it.each([
    ['on a wide screen, as after a reload', {}, true],
    ['not on a phone', PHONE, false],
  ])('a chat in the address focuses its message field: %s', async (_where, appearance, isFocused) => {
    const messages = [createMessage(1, 'Hello')]
    await openApp(IN_ROOM, { rooms: [ROOM], messages, ...appearance })
    await expect.element(page.getByRole('log')).toMatchTextContent('Hello')
    // Waits for the frame in which a wide screen would focus the field.
    await new Promise(requestAnimationFrame)
    await expect.poll(() => document.activeElement === field.element()).toBe(isFocused)
  })
})

describe('deciding a request', () => {
  // spec 2.46, 2.47
  it('a rejection leads to Requests, and an acceptance leads to the new room in Chats', async () => {
    const request = createRequest(1, { message: 'Second try' })
    const room: Room = { ...ROOM, requester_id: MARIEKE.id, requestMessage: request.message }
    let pending = [request]
    const decide = (status: 'accepted' | 'rejected', room_id: string | null) => {
      pending = []
      return { ...request, status, room_id }
    }
    await openApp('/dashboard?tab=requests', {
      rooms: [room],
      api: {
        connectionRequests: {
          pending: () => ({ items: pending, total: pending.length }),
          reject: () => decide('rejected', null),
          accept: () => ({ request: decide('accepted', room.id), room }),
        },
      },
    })
    await press('Reject')
    await expect.element(page.getByText('No new questions')).toBeVisible()
    await expectAddress('/dashboard?tab=requests')
    const second = { ...request, id: createRequest(2).id }
    pending = [second]
    await emitUntil(
      () => fakeLive.emit('request.created', second),
      () => page.getByRole('button', { name: 'Accept' }).query() !== null,
    )
    await press('Accept')
    await expectAddress(IN_ROOM)
    await expect.element(chat).toMatchTextContent('Second try')
  })

  it('an acceptance offers the sender a button to the chat on any page', async () => {
    await openApp('/account', { rooms: [ROOM] })
    await expect.element(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    const sent = { sender_id: READER.id, receiver_id: MARIEKE.id, room_id: ROOM.id }
    const request = createRequest(1, { ...sent, status: 'accepted' })
    await emitUntil(
      () => fakeLive.emit('request.decided', request),
      () => page.getByRole('button', { name: 'Open chat' }).query() !== null,
    )
    await press('Open chat')
    await expect.element(chat).toBeVisible()
    await expectAddress(IN_ROOM)
  })
})

describe('failures', () => {
  it('the list shows an error after too many searches, and Try again continues the search', async () => {
    let isTooMuch = false
    await openApp('/dashboard', {
      api: {
        profiles: {
          list: () => {
            if (isTooMuch) throw new Refusal('TOO_MANY_ATTEMPTS')
            return { items: [MARIEKE], next_cursor: null }
          },
        },
      },
    })
    const expert = page.getByRole('article').first()
    await expect.element(expert).toBeVisible()
    isTooMuch = true
    await page.getByRole('searchbox').fill('a search')
    const alert = page.getByRole('alert').filter({ hasText: 'Too many attempts. Please try again later.' })
    await expect.element(alert).toBeVisible()
    isTooMuch = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.element(expert).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  })

  // spec 2.103, 2.104, 2.105, 2.106, 4.7
  it.each([
    ['en', 'Something went wrong', 'Try again', 'Choose a chat'],
    ['nl', 'Er is iets misgegaan', 'Probeer opnieuw', 'Kies een chat'],
  ] as const)(
    'shows an error in the middle of the screen, and a retry renders the screen again (%s)',
    async (language, title, retry, chosen) => {
      let isFailing = true
      await openApp(CHATS, {
        language,
        height: 860,
        api: {
          chat: {
            rooms: () => {
              if (isFailing) throw new Refusal('NOT_FOUND')
              return { items: [ROOM], unread_total: 0, next_cursor: null }
            },
          },
        },
      })
      await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
      const [whole, middle] = [page.getByRole('alert'), page.getByRole('button', { name: retry })].map((part) =>
        part.element().getBoundingClientRect(),
      )
      if (!whole || !middle) throw new Error('Not in sight')
      expect(whole.height).toBeGreaterThan(860 - 80)
      expect(Math.abs(middle.x + middle.width / 2 - (whole.x + whole.width / 2))).toBeLessThanOrEqual(1)
      isFailing = false
      await press(retry)
      await expect.element(page.getByText(chosen)).toBeVisible()
    },
  )
})
