import { expect, test } from 'vitest'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'

import {
  type BellList,
  countUnread,
  keepFirstPage,
  listBellEntries,
  mergeNotification,
  markEntriesRead,
  markEntriesSeen,
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
const listIds = (list: BellList): string[] => listBellEntries(list).map(({ id }) => id)

test('lists an entry of two pages only once', () => {
  expect(listIds(LIST)).toEqual(['c', 'b', 'a'])
})

test('puts a new entry on top with the new unread count, and only updates the count for a repeated entry', () => {
  const once = mergeNotification(LIST, createNotification('d'), 4)
  expect(listIds(once)).toEqual(['d', 'c', 'b', 'a'])
  expect(countUnread(once)).toBe(4)
  const twice = mergeNotification(once, createNotification('d'), 4)
  expect(twice).toEqual(once)
})

test('marks entries on every page as read, and takes the unread count from the server', () => {
  const list = markEntriesRead(LIST, ['b'], 2)
  expect(listBellEntries(list).map(({ read }) => read)).toEqual([false, true, false])
  expect(list.pages.map(({ unread }) => unread)).toEqual([2, 2])
  const all = markEntriesRead(list, null, 0)
  expect(listBellEntries(all).every(({ read, seen }) => read && seen)).toBe(true)
})

test('marks an entry as seen without marking it as read', () => {
  const list = markEntriesSeen(LIST, ['a'])
  expect(listBellEntries(list).at(-1)).toMatchObject({ id: 'a', seen: true, read: false })
  expect(countUnread(list)).toBe(3)
})

test('keeps only the first page of an unmounted list', () => {
  expect(listIds(keepFirstPage(LIST))).toEqual(['c', 'b'])
  expect(keepFirstPage(LIST).pageParams).toEqual([undefined])
})
