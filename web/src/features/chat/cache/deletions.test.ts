import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import type { ChangedMessage, Message } from '@kundig/contract/chat/chat.contract'

import { loadRpcClient } from '../../../platform/api/client.ts'
import { createChatSync } from './chat-sync.ts'
import { getCachedRoom, getCachedRooms, roomsQuery } from './chat.queries.ts'
import type { ListedRoom } from './rooms-cache.ts'

const ME = 'me'
const PARTNER = 'anna'
const AT = '2026-11-21T10:00:00.000Z'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const createMessage = (seq: number, rest: Partial<Message> = {}): Message => ({
  id: `one.${seq}`,
  room_id: 'one',
  seq,
  sender_id: PARTNER,
  client_id: `client ${seq}`,
  content: 'x',
  read: false,
  created_at: AT,
  updated_at: AT,
  ...rest,
})
const createDeleted = (seq: number, change_seq: number, rest: Partial<Message> = {}): ChangedMessage => ({
  ...createMessage(seq, { content: 'Message deleted', deleted: true, ...rest }),
  change_seq,
})

/** Opens a list with one room and three unread messages. The fake server responds when the test says so. */
async function openList() {
  // Loads the client before the timers are faked.
  await loadRpcClient()
  vi.useFakeTimers()
  vi.stubGlobal('window', { location: { origin: 'http://kundig.example' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const view = {
    id: 'one',
    status: 'open',
    last_seq: 5,
    read_seq: 2,
    unread_count: 3,
    change_seq: 0,
    partner_read_seq: 0,
    updated_at: AT,
    partner: { id: PARTNER, updated_at: AT },
    last_message: { seq: 5, sender_id: PARTNER, content: 'x' },
  }
  const waiting: ((view: object) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => void waiting.push((json) => resolve(Response.json({ json })))))
  const listAsked = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))
  const queryClient = new QueryClient()
  queryClient.setQueryDefaults(roomsQuery.queryKey, { queryFn: listAsked })
  queryClient.setQueryData(roomsQuery.queryKey, {
    items: [view as unknown as ListedRoom],
    unread_total: 7,
    next_cursor: null,
  })
  return {
    on: createChatSync(queryClient, ME).on,
    view: view as unknown as ListedRoom,
    listAsked,
    asked: () => waiting.length,
    answer: async (call: number, rest: Partial<typeof view>) => {
      await vi.advanceTimersByTimeAsync(0)
      waiting[call]?.({ ...view, ...rest })
      await vi.advanceTimersByTimeAsync(10_000)
    },
    room: () => getCachedRoom(queryClient, 'one'),
    total: () => getCachedRooms(queryClient)?.unread_total,
  }
}

test('takes the unread count from the server after the partner deleted an unread message, once or twice', async () => {
  const { on, asked, answer, room, total } = await openList()
  on['message.updated'](createDeleted(4, 1))
  await vi.advanceTimersByTimeAsync(0)
  on['message.updated'](createDeleted(4, 1))
  await answer(0, { unread_count: 2, change_seq: 1 })
  expect(asked()).toBe(1)
  expect([room()?.unread_count, total(), room()?.isUnsure]).toEqual([2, 6, undefined])
})

test('requests the room again when the response is older than a deletion during the request', async () => {
  const { on, asked, answer, room, total } = await openList()
  on['message.updated'](createDeleted(4, 1))
  await vi.advanceTimersByTimeAsync(0)
  on['message.updated'](createDeleted(3, 2))
  await answer(0, { unread_count: 2, change_seq: 1 })
  expect(asked()).toBe(2)
  await answer(1, { unread_count: 1, change_seq: 2 })
  expect(asked()).toBe(2)
  expect([room()?.unread_count, total()]).toEqual([1, 5])
})

test('requests the room again when an event with a state from before the deletion arrives', async () => {
  const { on, view, asked, answer, room, total } = await openList()
  on['message.updated'](createDeleted(4, 1))
  await answer(0, { unread_count: 2, change_seq: 1 })
  on['room.updated'](view)
  await answer(1, { unread_count: 2, change_seq: 1 })
  expect(asked()).toBe(2)
  expect([room()?.unread_count, total(), room()?.isUnsure]).toEqual([2, 6, undefined])
})

test('counts unread messages correctly when a deletion arrives before its message', async () => {
  const { on, answer, room, total } = await openList()
  on['message.updated'](createDeleted(6, 1))
  on['message.created'](createMessage(6))
  await answer(0, { last_seq: 6, change_seq: 1 })
  on['message.created'](createMessage(6))
  expect([room()?.unread_count, total()]).toEqual([3, 7])
})

test('deleting a read or own message does not change the unread count', async () => {
  const { on, asked, room } = await openList()
  on['message.updated'](createDeleted(2, 1))
  on['message.updated'](createDeleted(5, 2, { sender_id: ME }))
  expect(asked()).toBe(0)
  expect(room()).toMatchObject({ unread_count: 3, last_message: { seq: 5, deleted: true } })
})

test('reloads the unread total after the partner’s deletion in a room that is not loaded', async () => {
  const { on, listAsked } = await openList()
  on['message.updated'](createDeleted(4, 1, { room_id: 'other', sender_id: ME }))
  expect(listAsked).not.toHaveBeenCalled()
  on['message.updated'](createDeleted(4, 1, { room_id: 'other' }))
  expect(listAsked).toHaveBeenCalledTimes(1)
})
