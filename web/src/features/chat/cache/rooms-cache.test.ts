import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { MessagePreview, Message, Room } from '@kundig/contract/chat/chat.contract'

import {
  applyLastMessage,
  applyNewMessage,
  getUnreadCounts,
  groupByPartner,
  type ListedRoom,
  upsertRoom,
  type Rooms,
  applyRefetchedRoom,
  applyOwnMark,
  applyPartnerMark,
  applyFirstPage,
  appendNextPage,
} from './rooms-cache.ts'

const ME = 'me'

function room(id: string, partnerId: string, updatedAt: string, unread = 0): Room {
  return {
    id,
    participant_ids: [ME, partnerId],
    requestMessage: null,
    requester_id: ME,
    status: 'open',
    closed_at: null,
    created_at: updatedAt,
    updated_at: updatedAt,
    last_seq: 5,
    unread_count: unread,
    change_seq: 0,
    partner_read_seq: 0,
    read_seq: 0,
    partner: {
      id: partnerId,
      full_name: partnerId,
      bio: null,
      expertise: 'education',
      profile_picture_url: null,
      is_public: true,
      created_at: updatedAt,
      updated_at: updatedAt,
    },
  }
}

function message(roomId: string, seq: number, senderId: string, at: string): Message {
  return {
    id: `${roomId}.${seq}`,
    room_id: roomId,
    seq,
    sender_id: senderId,
    client_id: 'c',
    content: 'x',
    read: false,
    created_at: at,
    updated_at: at,
  }
}

const rooms: Rooms = {
  items: [room('one', 'anna', '2026-11-20T10:00:00.000Z', 1), room('two', 'bram', '2026-11-19T10:00:00.000Z')],
  unread_total: 1,
  next_cursor: null,
}

describe('the room list', () => {
  it('counts a new message from the partner as unread, and moves the room up', () => {
    const after = applyNewMessage(rooms, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)
    expect(after.items.map(({ id }) => id)).toEqual(['two', 'one'])
    expect(after).toMatchObject({ unread_total: 2, items: [{ unread_count: 1, last_seq: 6 }, { unread_count: 1 }] })
  })

  it('counts a repeated message once, and never counts own messages', () => {
    const once = applyNewMessage(rooms, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)
    expect(applyNewMessage(once, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)).toBe(once)
    expect(applyNewMessage(rooms, message('two', 6, ME, '2026-11-21T10:00:00.000Z'), ME).unread_total).toBe(1)
  })

  it('keeps showing the last message when earlier messages arrive later', () => {
    const at = '2026-11-21T10:00:00.000Z'
    const asked: Message = {
      ...message('two', 7, 'bram', at),
      type: 'payment_request',
      payment_request_id: 'p',
      amount: 4500,
      currency: 'eur',
      status: 'pending',
    }
    const shown = [asked, message('two', 6, ME, at)].reduce((list, one) => applyNewMessage(list, one, ME), rooms)
    expect(shown.items[0]?.last_message).toMatchObject({ seq: 7, amount: 4500, status: 'pending' })
    const paid = applyLastMessage(shown, { ...asked, status: 'completed', change_seq: 1 })
    expect(paid.items[0]?.last_message).toMatchObject({ seq: 7, status: 'completed' })
    expect(applyNewMessage(paid, asked, ME)).toBe(paid)
    const file = {
      name: 'a.png',
      type: 'image/png',
      size: 1,
      url: '',
      contentHash: '',
      thumbnailUrl: null,
      width: 1,
      height: 1,
    }
    expect(applyLastMessage(paid, { ...message('two', 8, ME, at), file }).items[0]?.last_message?.file).toEqual({
      name: 'a.png',
      type: 'image/png',
    })
  })

  it('shows that the last message was removed, until a moderator restores it', () => {
    const sent = message('two', 7, 'bram', '2026-11-21T10:00:00.000Z')
    const shown = applyNewMessage(rooms, sent, ME)
    const removed = applyLastMessage(shown, { ...sent, content: 'Removed', removed: true, change_seq: 1 })
    expect(removed.items[0]?.last_message).toMatchObject({ seq: 7, removed: true })
    const restored = applyLastMessage(removed, { ...sent, change_seq: 2 })
    expect(restored.items[0]?.last_message).not.toHaveProperty('removed')
    expect(applyLastMessage(restored, { ...sent, removed: true, change_seq: 1 })).toBe(restored)
  })

  it('shows a room as new until it is opened in any tab', () => {
    const fresh = upsertRoom(rooms, { ...room('new', 'cleo', '2026-11-21T10:00:00.000Z'), last_seq: 0, is_new: true })
    expect(fresh.items[0]).toMatchObject({ id: 'new', is_new: true })
    expect(getUnreadCounts(fresh)).toEqual({ unread: 1, newRooms: 1 })
    const written = applyNewMessage(fresh, message('new', 1, 'cleo', '2026-11-21T10:00:01.000Z'), ME)
    expect(getUnreadCounts(written)).toEqual({ unread: 2, newRooms: 0 })
    const opened = applyOwnMark(fresh, { room_id: 'new', up_to_seq: 0, unread_count: 0, last_seq: 0 })
    expect(opened.items[0]).toMatchObject({ id: 'new', is_new: false })
    expect(
      upsertRoom(opened, { ...room('new', 'cleo', '2026-11-21T10:00:00.000Z'), last_seq: 0, is_new: true }).items[0],
    ).toMatchObject({ is_new: false })
  })

  it('applies read marks and changed rooms', () => {
    const mark = { room_id: 'one', up_to_seq: 5, unread_count: 0, last_seq: 5 }
    expect(applyOwnMark(rooms, mark)).toMatchObject({ unread_total: 0, items: [{ unread_count: 0 }, {}] })
    expect(applyPartnerMark(rooms, mark)).toMatchObject({ unread_total: 1, items: [{ partner_read_seq: 5 }, {}] })
    const closed = { ...room('one', 'anna', '2026-11-21T10:00:00.000Z'), status: 'closed' as const }
    expect(upsertRoom(rooms, closed).items.map(({ status }) => status)).toEqual(['closed', 'open'])
  })

  it('does not undo a newer message when an older state of the room arrives late', () => {
    const counted = applyNewMessage(rooms, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)
    const two = rooms.items.find(({ id }) => id === 'two') ?? room('two', 'bram', '')
    const after = upsertRoom(counted, { ...two, status: 'closed' })
    expect(after.items[0]).toMatchObject({ id: 'two', status: 'closed', last_seq: 6, unread_count: 1 })
    expect(after.items[0]?.updated_at).toBe('2026-11-21T10:00:00.000Z')
  })

  it('counts a message that arrives after the next message', () => {
    const late = [7, 6].map((seq) => message('two', seq, 'bram', '2026-11-21T10:00:00.000Z'))
    const after = late.reduce((list, one) => applyNewMessage(list, one, ME), rooms)
    expect(after).toMatchObject({ unread_total: 3, items: [{ id: 'two', unread_count: 2, last_seq: 7 }, {}] })
  })

  it('counts messages after a read mark as unread', () => {
    const heard = [6, 7].map((seq) => message('one', seq, 'anna', '2026-11-21T10:00:00.000Z'))
    const counted = heard.reduce((list, one) => applyNewMessage(list, one, ME), rooms)
    const marked = applyOwnMark(counted, { room_id: 'one', up_to_seq: 6, unread_count: 0, last_seq: 6 })
    expect(marked).toMatchObject({ unread_total: 1, items: [{ unread_count: 1, last_seq: 7 }, {}] })
  })

  // spec 2.42
  it('groups rooms by the other participant, the latest group first', () => {
    const items = [...rooms.items, room('three', 'anna', '2026-11-18T10:00:00.000Z')]
    expect(groupByPartner(items).map(({ partner, rooms: shared }) => [partner.id, shared.map(({ id }) => id)])).toEqual(
      [
        ['anna', ['one', 'three']],
        ['bram', ['two']],
      ],
    )
  })
})

function toLastMessage({ seq, sender_id, content, change_seq }: Message): MessagePreview {
  return { seq, sender_id, content, ...(change_seq !== undefined && { change_seq }) }
}

/** A room's history on the server. Its events are listed in their original order, which a test may then change. */
interface Life {
  room: Room
  events: { apply: (list: Rooms) => Rooms }[]
}

function createHistory(
  happenings: readonly ('theirs' | 'mine' | 'read' | 'seen' | 'closed' | 'asked' | 'changed')[],
): Life {
  const now: Room = {
    ...room('one', 'anna', '2026-11-20T10:00:00.000Z'),
    last_seq: 0,
    last_message: null,
    is_new: true,
  }
  let last: Message | undefined
  const senders: string[] = []
  const events: Life['events'] = []
  for (const [index, happening] of happenings.entries()) {
    const at = new Date(Date.UTC(2026, 10, 21) + index * 1000).toISOString()
    const view = (): void => {
      const current = { ...now }
      events.push({ apply: (list) => upsertRoom(list, current) })
    }
    if (happening === 'theirs' || happening === 'mine') {
      if (now.status === 'closed') continue
      const isMine = happening === 'mine'
      senders.push(isMine ? ME : 'anna')
      Object.assign(now, {
        last_seq: senders.length,
        updated_at: at,
        unread_count: now.unread_count + (isMine ? 0 : 1),
      })
      const sent = message('one', senders.length, isMine ? ME : 'anna', at)
      last = sent
      Object.assign(now, { last_message: toLastMessage(sent) })
      events.push({ apply: (list) => applyNewMessage(list, sent, ME) })
    }
    if (happening === 'changed' && last) {
      const changed: Message = { ...last, content: at, change_seq: (last.change_seq ?? 0) + 1 }
      last = changed
      Object.assign(now, { last_message: toLastMessage(changed) })
      events.push({ apply: (list) => applyLastMessage(list, changed) })
    }
    if (happening === 'read') {
      const upTo = Math.max(now.read_seq ?? 0, now.last_seq - (index % 2))
      Object.assign(now, {
        is_new: false,
        read_seq: upTo,
        unread_count: senders.slice(upTo).filter((sender) => sender !== ME).length,
      })
      const mark = { room_id: 'one', up_to_seq: upTo, unread_count: now.unread_count, last_seq: now.last_seq }
      events.push({ apply: (list) => applyOwnMark(list, mark) })
    }
    if (happening === 'seen') {
      Object.assign(now, { partner_read_seq: now.last_seq })
      const mark = { room_id: 'one', up_to_seq: now.last_seq, unread_count: 0, last_seq: now.last_seq }
      events.push({ apply: (list) => applyPartnerMark(list, mark) })
    }
    if (happening === 'closed' && now.status === 'open') {
      Object.assign(now, { status: 'closed', closed_at: at, updated_at: at })
      view()
    }
    if (happening === 'asked') view()
  }
  return { room: now, events }
}

describe('events of a room in any order, some repeated', () => {
  const happenings = fc.array(
    fc.constantFrom(
      'theirs' as const,
      'theirs' as const,
      'mine' as const,
      'read' as const,
      'seen' as const,
      'closed' as const,
      'asked' as const,
      'changed' as const,
    ),
    { maxLength: 25 },
  )
  const listOf = (one: Room): Rooms => ({ items: [one], unread_total: one.unread_count, next_cursor: null })
  const begun = listOf({
    ...room('one', 'anna', '2026-11-20T10:00:00.000Z'),
    last_seq: 0,
    last_message: null,
    is_new: true,
  })
  const inDisorder = happenings.chain((list) => {
    const { room: last, events } = createHistory(list)
    const twice = [...events, ...events]
    return fc.record({ last: fc.constant(last), events: fc.shuffledSubarray(twice, { minLength: twice.length }) })
  })

  it('never undo a newer state, and lead to the server’s state or to a reload', () => {
    fc.assert(
      fc.property(inDisorder, ({ last, events }) => {
        let list = begun
        for (const { apply } of events) {
          const [before] = list.items
          list = apply(list)
          const [after] = list.items
          if (!before || !after) throw new Error('The room is gone')
          for (const field of ['last_seq', 'read_seq', 'partner_read_seq', 'updated_at'] as const) {
            expect((after[field] ?? 0) >= (before[field] ?? 0)).toBe(true)
          }
          expect((after.last_message?.seq ?? 0) >= (before.last_message?.seq ?? 0)).toBe(true)
          expect([before.is_new, after.is_new]).not.toEqual([false, true])
          expect([before.status, after.status]).not.toEqual(['closed', 'open'])
          expect(after.unread_count).toBeGreaterThanOrEqual(0)
          expect(list.unread_total).toBe(after.unread_count)
        }
        const [{ counted: _, isUnsure, ...end }] = list.items as [ListedRoom]
        expect(isUnsure ? last : end).toEqual(last)
        const [{ counted: _counted, ...asked }] = upsertRoom(list, last).items as [ListedRoom]
        expect(asked).toEqual(last)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('pages of the room list', () => {
  const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString()
  const idOf = (minute: number): string => `room-${String(minute).padStart(3, '0')}`
  /** Creates rooms that last changed at the given minutes, with one unread message each. */
  const some = (...minutes: number[]): Room[] =>
    minutes.map((minute) => room(idOf(minute), `p${minute}`, at(minute), 1))
  const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, index) => from - index)
  const first = { items: some(...down(99, 50)), unread_total: 100, next_cursor: 'from 50' }
  const second = { items: some(...down(49, 0)), unread_total: 100, next_cursor: null }
  const ids = ({ items }: Rooms): string[] => items.map(({ id }) => id)

  it('form one list, whose unread total comes from the server', () => {
    const list = appendNextPage(applyFirstPage(undefined, first, undefined), second, 'from 50')
    expect(ids(list)).toEqual(down(99, 0).map(idOf))
    expect(list).toMatchObject({ unread_total: 100, next_cursor: null })
    expect(appendNextPage(list, second, 'from 50')).toBe(list)
  })

  it('show a room only once if the room was opened before its page was loaded', () => {
    const [opened] = some(20)
    if (!opened) throw new Error('There is one')
    const list = upsertRoom(applyFirstPage(undefined, first, undefined), opened)
    expect(ids(list).at(-1)).toBe(idOf(20))
    // The total already included the room's unread messages.
    expect(list.unread_total).toBe(100)
    expect(ids(appendNextPage(list, second, 'from 50'))).toEqual(down(99, 0).map(idOf))
  })

  it('stay loaded when the first page is reloaded, with changed rooms on top', () => {
    const list = appendNextPage(applyFirstPage(undefined, first, undefined), second, 'from 50')
    const moved = { ...room(idOf(3), 'p3', at(200), 2), last_seq: 6 }
    const reloaded = { items: [moved, ...some(...down(99, 51))], unread_total: 101, next_cursor: 'from 51' }
    const after = applyFirstPage(list, reloaded, list)
    expect(ids(after)).toEqual([idOf(3), ...down(99, 4).map(idOf), ...down(2, 0).map(idOf)])
    expect(after).toMatchObject({ unread_total: 101, next_cursor: null })
  })

  it('are dropped when more rooms changed than one page contains', () => {
    const list = appendNextPage(applyFirstPage(undefined, first, undefined), second, 'from 50')
    const reloaded = { items: some(...down(299, 250)), unread_total: 180, next_cursor: 'from 250' }
    expect(applyFirstPage(list, reloaded, list)).toEqual(reloaded)
  })

  it('keep events received while the first page was loading', () => {
    const asked = applyFirstPage(undefined, first, undefined)
    const list = applyNewMessage(asked, message(idOf(60), 6, 'p60', at(300)), ME)
    const after = applyFirstPage(list, first, asked)
    expect(after.items[0]).toMatchObject({ id: idOf(60), last_seq: 6, unread_count: 2 })
    expect(after.unread_total).toBe(101)
  })

  it('keep a room missing from the only page if the room had an event during the request', () => {
    const asked: Rooms = { items: some(9, 5, 4), unread_total: 3, next_cursor: null }
    const [opened] = some(10)
    if (!opened) throw new Error('There is one')
    const list = applyNewMessage(upsertRoom(asked, opened), message(idOf(4), 6, 'p4', at(11)), ME)
    const after = applyFirstPage(list, { items: some(5), unread_total: 1, next_cursor: null }, asked)
    expect(ids(after)).toEqual([idOf(4), idOf(10), idOf(5)])
  })
})

describe('the room list after the server restored a backup', () => {
  const known: Rooms = {
    items: [{ ...room('one', 'anna', '2026-11-20T10:00:00.000Z'), last_seq: 12, read_seq: 12 }],
    unread_total: 0,
    next_cursor: null,
  }
  const restored = { ...room('one', 'anna', '2026-11-20T09:00:00.000Z', 3), last_seq: 13, read_seq: 10 }

  it('takes the older state from the next list', () => {
    const after = applyFirstPage(known, { items: [restored], unread_total: 3, next_cursor: null }, known)
    expect(after).toEqual({ items: [restored], unread_total: 3, next_cursor: null })
  })

  it('takes the older state from the response about one room', () => {
    const unsure = upsertRoom(known, restored)
    expect(unsure.items).toMatchObject([{ isUnsure: true, unread_count: 0 }])
    expect(applyRefetchedRoom(unsure, restored, unsure.items[0])).toEqual({
      items: [restored],
      unread_total: 3,
      next_cursor: null,
    })
  })

  it('keeps events received after the request', () => {
    const asked = known.items[0]
    const heard = applyNewMessage(known, message('one', 13, 'anna', '2026-11-20T11:00:00.000Z'), ME)
    const view = { ...room('one', 'anna', '2026-11-20T10:00:00.000Z'), last_seq: 12, read_seq: 12 }
    expect(applyRefetchedRoom(heard, view, asked)).toMatchObject({
      items: [{ last_seq: 13, unread_count: 1 }],
      unread_total: 1,
    })
  })
})
