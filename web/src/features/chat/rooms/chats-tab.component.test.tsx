import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import { MARIEKE, READER, ROOM, WITHOUT_BIO } from '../../../../development/gallery/gallery-data.ts'
import { chat, createMessage, field, log, openRoom, listTexts } from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { openApp } from '../../../../test/component/open-app.tsx'

const rooms = page.getByRole('navigation', { name: 'Your chats' })
const entries = (): HTMLElement[] => [...rooms.element().querySelectorAll<HTMLElement>('li button')]
const back = page.getByRole('button', { name: /^(?:Back to Chats|Terug naar chats)$/u })

describe('a narrow screen', () => {
  // spec 2.45
  it('shows only the room, whose back button leads to the list', async () => {
    const { router } = await openApp('/dashboard?tab=chats', {
      rooms: [ROOM],
      messages: [createMessage(1)],
      width: 375,
      height: 812,
      language: 'nl',
      dark: true,
    })
    const entry = page.getByRole('button', { name: new RegExp(MARIEKE.full_name, 'u') })
    await entry.click()
    await expect.element(chat).toBeVisible()
    expect(chat.element().getBoundingClientRect()).toMatchObject({ top: 0, left: 0, width: 375, height: 812 })
    await back.click()
    await expect.element(chat).not.toBeInTheDocument()
    await expect.element(entry).toBeVisible()
    router.history.back()
    await expect.poll(() => router.state.location.href).toMatch(/tab=chats$/u)
    await expect.element(chat).not.toBeInTheDocument()
  })

  // spec 2.45, 9.22
  it('a screen counts as narrow below 768 px', async () => {
    await openRoom({ width: 768, height: 812 })
    await expect.element(rooms).toBeVisible()
    await expect.element(back).not.toBeInTheDocument()
    await page.viewport(767, 812)
    await expect.element(back).toBeVisible()
    expect(chat.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 767, height: 812 })
  })
})

describe('more chats than one page', () => {
  const topicOf = (number: number): string => `Topic ${String(number).padStart(2, '0')}`
  const roomOf = (number: number): Room => ({
    ...ROOM,
    id: ROOM.id.replace(/\d\d$/u, String(number + 20)),
    requestMessage: topicOf(number),
    partner: number % 2 === 0 ? MARIEKE : WITHOUT_BIO,
    participant_ids: [READER.id, number % 2 === 0 ? MARIEKE.id : WITHOUT_BIO.id],
    last_seq: number === 1 ? 1 : 0,
    unread_count: number === 1 ? 1 : 0,
    updated_at: new Date(Date.parse(ROOM.updated_at) + number * 60_000).toISOString(),
  })
  const all = Array.from({ length: 53 }, (_, index) => roomOf(53 - index))
  const chatsTab = (name: RegExp) => page.getByRole('tab', { name })

  async function openChats(address = '') {
    let firstPage = all.slice(0, 50)
    const list = vi.fn<(cursor: string | undefined) => void>()
    await openApp(`/dashboard?tab=chats${address}`, {
      rooms: all,
      messages: [createMessage(1, { room_id: roomOf(1).id, content: 'Are you there?' })],
      live: { 'room.read': (mark) => ({ ok: true, result: { ...mark, unread_count: 0, last_seq: mark.up_to_seq } }) },
      api: {
        chat: {
          rooms: (input) => {
            list(input?.cursor)
            const isFirst = input?.cursor === undefined
            return {
              items: isFirst ? firstPage : all.slice(50),
              unread_total: 1,
              next_cursor: isFirst ? 'next' : null,
            }
          },
          resume: () => ({
            rooms: [],
            gone: [],
            list: { items: firstPage, unread_total: 1, next_cursor: 'next' },
            stamps: { requests: '', seller: '', notifications: '' },
          }),
        },
      },
    })
    const receive = (number: number): void => {
      const room = { ...roomOf(number), last_seq: 1, unread_count: 1, updated_at: '2026-03-03T09:30:00.000Z' }
      firstPage = [room, ...all.slice(0, 49)]
      fakeLive.emit('message.created', createMessage(1, { room_id: room.id, sender_id: room.partner.id }))
    }
    return { list, receive }
  }

  it('loads more rooms after a press, and moves the focus to the first new room', async () => {
    const { list } = await openChats()
    await expect.poll(entries).toHaveLength(50)
    expect(rooms.element()).not.toHaveTextContent(topicOf(1))
    // The unread total includes rooms that are not loaded.
    await expect.element(chatsTab(/^Chats\s*1 unread$/u)).toBeVisible()
    list.mockImplementation((cursor) => {
      if (cursor !== undefined) throw new Refusal('UNAVAILABLE')
    })
    const more = rooms.getByRole('button', { name: 'Show more chats' })
    more.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(rooms.getByRole('alert')).toHaveTextContent('More chats could not be loaded.')
    const again = rooms.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeInViewport({ ratio: 1 })
    list.mockReset()
    await again.click()
    await expect.poll(entries).toHaveLength(53)
    await expect.element(more).not.toBeInTheDocument()
    await expect.poll(() => entries().find((entry) => entry.matches(':focus'))?.textContent).toContain(topicOf(3))
  })

  it('opens a room from a later page by its address, and lists it with the first page', async () => {
    await openChats(`&room=${roomOf(1).id}`)
    await expect.poll(listTexts).toEqual(['Are you there?'])
    await expect
      .element(rooms.getByRole('button', { name: new RegExp(topicOf(1), 'u') }))
      .toHaveAttribute('aria-current', 'true')
    await expect.poll(entries).toHaveLength(51)
    await expect.element(chatsTab(/^Chats$/u)).toBeVisible()
  })

  it('moves a room from a later page to the top with a new message', async () => {
    const { receive } = await openChats()
    await expect.poll(entries).toHaveLength(50)
    receive(2)
    await expect.poll(() => entries()[0]?.textContent).toContain(topicOf(2))
    expect(entries()[0]).toMatchTextContent('1 unread message')
  })
})

// spec 2.44
it('a room in the list shows the date of its last update, or the time if that is today', async () => {
  const updatedAt = (at: Date, id: string): Room => ({
    ...ROOM,
    id: ROOM.id.replace(/\d\d$/u, id),
    updated_at: at.toISOString(),
  })
  const today = new Date()
  today.setHours(0, 5, 0, 0)
  await openApp('/dashboard?tab=chats', { rooms: [updatedAt(today, '91'), updatedAt(new Date(2025, 2, 9, 12), '92')] })
  await expect.element(rooms).toBeVisible()
  expect(entries().map((entry) => entry.querySelector('time')?.textContent)).toEqual(['00:05', '9 Mar 2025'])
})

describe('presence', () => {
  it('a tab reports the person’s presence only while the tab is visible', async () => {
    const active = vi.fn<(input: object) => { partner: null }>(() => ({ partner: null }))
    const show = (isHidden: boolean): void => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: isHidden ? 'hidden' : 'visible' })
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }
    show(true)
    await openRoom({ api: { chat: { active } } })
    await expect.element(chat.getByRole('heading', { name: MARIEKE.full_name })).toBeVisible()
    // A reconnect refetches all queries except presence.
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    expect(active).not.toHaveBeenCalled()
    show(false)
    Reflect.deleteProperty(document, 'visibilityState')
    Reflect.deleteProperty(document, 'hidden')
    await expect.poll(() => active.mock.calls).toContainEqual([{ room_id: ROOM.id }])
  })

  it('has a setting that hides the person’s read marks and shows them again', async () => {
    let choices = { shows_activity: true, shows_reads: true }
    const changePrivacy = vi.fn<(changed: { shows_reads?: boolean | undefined }) => typeof choices>(
      ({ shows_reads = true }) => (choices = { ...choices, shows_reads }),
    )
    await openApp('/account/privacy', { api: { chat: { changePrivacy, privacy: () => choices } } })
    const reads = page
      .getByRole('region', { name: 'What chat partners see' })
      .getByRole('checkbox', { name: /^What I have read/u })
    await expect.element(reads).toBeChecked()
    await reads.click()
    await expect.element(reads).not.toBeChecked()
    await expect.poll(() => changePrivacy.mock.calls).toEqual([[{ shows_reads: false }]])
    await reads.click()
    await expect.element(reads).toBeChecked()
    await expect.poll(() => choices).toEqual({ shows_activity: true, shows_reads: true })
  })

  it('shows when the partner has read a message', async () => {
    await openRoom({
      messages: [1, 2].map((seq) => createMessage(seq, { sender_id: READER.id })),
      room: { partner_read_seq: 0 },
    })
    await expect.poll(listTexts).toHaveLength(2)
    const read = log.getByText('Read')
    await expect.element(read).not.toBeInTheDocument()
    fakeLive.emit('room.read', {
      room_id: ROOM.id,
      reader_id: MARIEKE.id,
      up_to_seq: 2,
      unread_count: 0,
      last_seq: 2,
    })
    await expect.element(read.first()).toBeVisible()
  })
})

describe('without a connection', () => {
  it('shows a banner in the chat and elsewhere until the connection returns', async () => {
    await openRoom()
    const goOffline = (isOffline: boolean): void => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline)
      dispatchEvent(new Event(isOffline ? 'offline' : 'online'))
    }
    const banner = page.getByText('You are offline.', { exact: false })
    goOffline(true)
    await expect.element(page.getByText(/^You are offline. Messages and files are sent/u)).toBeVisible()
    await expect.element(page.getByRole('status').getByText(/^You are offline/u)).toBeInTheDocument()
    goOffline(false)
    await expect.element(banner).not.toBeInTheDocument()
    await page.getByRole('tab', { name: 'Explore' }).click()
    await expect.element(chat).not.toBeInTheDocument()
    goOffline(true)
    await expect.element(page.getByText(/^You are offline. What you see may be out of date/u)).toBeVisible()
    goOffline(false)
    await expect.element(banner).not.toBeInTheDocument()
    vi.restoreAllMocks()
  })

  // spec 8.46
  it('marks a message that a closed chat refused, until its author deletes the message', async () => {
    const { close, screen } = await openRoom({
      live: { 'message.send': () => ({ ok: false, code: 'ROOM_CLOSED' }) },
    })
    fakeLive.fail()
    await field.fill('too late')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByText('Sending')).toBeVisible()
    await field.fill('half a thought')
    fakeLive.recover()
    await expect.element(chat.getByRole('alert')).toMatchTextContent('Cannot send messages in a closed chat')
    close()
    await expect.element(page.getByText('This chat is closed')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
    await expect.element(page.getByText('half a thought')).toBeVisible()
    await screen.unmount()
    await openRoom({ room: { status: 'closed', closed_at: ROOM.updated_at } })
    await expect.poll(listTexts).toEqual(['too late'])
    await log.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(listTexts).toEqual([])
  })
})
