import { expect, test } from 'vitest'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'

import {
  type BellList,
  countUnread,
  firstPageOf,
  listBell,
  withNotification,
  withRead,
  withSeen,
} from './bell-cache.ts'

function createNotification(id: string, change: Partial<Notification> = {}): Notification {
  return {
    id,
    kind: 'request_received',
    subject_id: id,
    room_id: null,
    actor: null,
    amount: null,
    currency: null,
    seen: false,
    read: false,
    created_at: '2026-03-02T09:30:00.000Z',
    ...change,
  }
}

const LIST: BellList = {
  pages: [
    { items: [createNotification('c'), createNotification('b')], next_cursor: 'b', unread: 3 },
    { items: [createNotification('b'), createNotification('a')], next_cursor: null, unread: 3 },
  ],
  pageParams: [undefined, 'b'],
}
const idsOf = (list: BellList): string[] => listBell(list).map(({ id }) => id)

test('an entry that two pages bring is listed once', () => {
  expect(idsOf(LIST)).toEqual(['c', 'b', 'a'])
})

test('a new entry comes on top with the new count, and the same entry a second time changes no more than the count', () => {
  const once = withNotification(LIST, createNotification('d'), 4)
  expect(idsOf(once)).toEqual(['d', 'c', 'b', 'a'])
  expect(countUnread(once)).toBe(4)
  const twice = withNotification(once, createNotification('d'), 4)
  expect(twice).toEqual(once)
})

test('entries that were read are read on every page, and the count is the server’s', () => {
  const list = withRead(LIST, ['b'], 2)
  expect(listBell(list).map(({ read }) => read)).toEqual([false, true, false])
  expect(list.pages.map(({ unread }) => unread)).toEqual([2, 2])
  const all = withRead(list, null, 0)
  expect(listBell(all).every(({ read, seen }) => read && seen)).toBe(true)
})

test('an entry that was seen stays unread', () => {
  const list = withSeen(LIST, ['a'])
  expect(listBell(list).at(-1)).toMatchObject({ id: 'a', seen: true, read: false })
  expect(countUnread(list)).toBe(3)
})

test('of a list that nobody looks at, the first page is kept', () => {
  expect(idsOf(firstPageOf(LIST))).toEqual(['c', 'b'])
  expect(firstPageOf(LIST).pageParams).toEqual([undefined])
})
