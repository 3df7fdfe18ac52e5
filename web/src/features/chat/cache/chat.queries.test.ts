import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { loadRpcClient } from '../../../platform/api/client.ts'
import { runWaitingRetries } from '../../../platform/api/retry-until-done.ts'
import {
  getCachedRoom,
  markTimelineOpened,
  refreshRooms,
  roomsQuery,
  getCachedRooms,
  applyOwnReadMark,
  applyRoomsPage,
  timelineQuery,
  updateRooms,
} from './chat.queries.ts'
import type { ListedRoom, Rooms } from './rooms-cache.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a list requested before an event does not undo the event’s change', async () => {
  const queryClient = new QueryClient()
  const rooms = (unread_total: number): Rooms => ({ items: [], unread_total, next_cursor: null })
  const answers: ((rooms: Rooms) => void)[] = []
  // A server that responds when the test says so.
  queryClient.setQueryDefaults(roomsQuery.queryKey, {
    queryFn: () => new Promise<Rooms>((resolve) => void answers.push(resolve)),
  })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [], unread_total: 2, next_cursor: null })
  void queryClient.refetchQueries({ queryKey: roomsQuery.queryKey, type: 'all' })
  updateRooms(queryClient, () => rooms(0))
  answers[0]?.(rooms(2))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(rooms(0))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(0)
})

test('a hundred events during a list request cause only one more request', async () => {
  vi.useFakeTimers()
  const queryClient = new QueryClient()
  const answers: ((rooms: Rooms) => void)[] = []
  queryClient.setQueryDefaults(roomsQuery.queryKey, {
    queryFn: () => new Promise<Rooms>((resolve) => void answers.push(resolve)),
  })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [], unread_total: 0, next_cursor: null })
  void refreshRooms(queryClient)
  await vi.advanceTimersByTimeAsync(0)
  for (let event = 1; event <= 100; event++)
    updateRooms(queryClient, () => ({ items: [], unread_total: event, next_cursor: null }))
  answers[0]?.({ items: [], unread_total: 3, next_cursor: null })
  await vi.advanceTimersByTimeAsync(5000)
  expect(answers).toHaveLength(2)
  answers[1]?.({ items: [], unread_total: 100, next_cursor: null })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answers).toHaveLength(2)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(100)
})

test('retries a failed request for the list until success, and immediately after a reconnect', async () => {
  vi.useFakeTimers()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const ask = vi.fn<() => Promise<Rooms>>().mockRejectedValue(new TypeError('Failed to fetch'))
  queryClient.setQueryDefaults(roomsQuery.queryKey, { queryFn: ask })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [], unread_total: 0, next_cursor: null })
  void refreshRooms(queryClient)
  await vi.advanceTimersByTimeAsync(120_000)
  const tries = ask.mock.calls.length
  expect(tries).toBeGreaterThan(4)
  ask.mockResolvedValue({ items: [], unread_total: 7, next_cursor: null })
  runWaitingRetries()
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(tries + 1)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(7)
})

test('uses a list from another call’s response, unless the cached list changed during that call', async () => {
  const queryClient = new QueryClient()
  const asked = vi.fn<() => Promise<Rooms>>().mockResolvedValue({ items: [], unread_total: 4, next_cursor: null })
  queryClient.setQueryDefaults(roomsQuery.queryKey, { queryFn: asked })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [], unread_total: 1, next_cursor: null })
  applyRoomsPage(queryClient, { items: [], unread_total: 2, next_cursor: null }, getCachedRooms(queryClient))
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(2)
  const version = getCachedRooms(queryClient)
  updateRooms(queryClient, () => ({ items: [], unread_total: 3, next_cursor: null }))
  applyRoomsPage(queryClient, { items: [], unread_total: 2, next_cursor: null }, version)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(3)
  await expect.poll(() => queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(4)
  expect(asked).toHaveBeenCalledTimes(1)
})

/** Caches a room whose messages are read up to 12. The fake server then has lost read marks and messages. */
async function setUpRestoredBackup() {
  // Loads the client before the timers are faked.
  await loadRpcClient()
  vi.useFakeTimers()
  vi.stubGlobal('window', { location: { origin: 'http://kundig.example' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const known = { id: 'one', last_seq: 12, read_seq: 12, unread_count: 0, partner: { updated_at: '' }, updated_at: '' }
  const view = { ...known, last_seq: 13, read_seq: 10, unread_count: 3 }
  const asked = vi.fn<() => Promise<Response>>(async () => Response.json({ json: view }))
  vi.stubGlobal('fetch', asked)
  const queryClient = new QueryClient()
  queryClient.setQueryData(roomsQuery.queryKey, {
    items: [known as unknown as ListedRoom],
    unread_total: 0,
    next_cursor: null,
  })
  const mark = (up_to_seq: number, unread_count: number) =>
    applyOwnReadMark(queryClient, { room_id: 'one', up_to_seq, unread_count, last_seq: 13 })
  return { queryClient, asked, mark }
}

test('takes the server’s older state of a room after one reload', async () => {
  const { queryClient, asked, mark } = await setUpRestoredBackup()
  mark(10, 3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(queryClient.getQueryData(roomsQuery.queryKey)).toMatchObject({
    items: [{ last_seq: 13, read_seq: 10, unread_count: 3 }],
    unread_total: 3,
  })
  expect(getCachedRoom(queryClient, 'one')?.isUnsure).toBeUndefined()
})

test('reloads a room at most once a second while events arrive during each request', async () => {
  const { queryClient, asked, mark } = await setUpRestoredBackup()
  const view = async (): Promise<Response> => {
    updateRooms(queryClient, (rooms) => ({
      ...rooms,
      items: rooms.items.map((room) => ({ ...room, partner_read_seq: (room.partner_read_seq ?? 0) + 1 })),
    }))
    return Response.json({
      json: { id: 'one', last_seq: 13, read_seq: 10, unread_count: 3, partner: { updated_at: '' } },
    })
  }
  asked.mockImplementation(view)
  mark(10, 3)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.mock.calls.length).toBeGreaterThan(1)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(11)
})

test('removes a room from the list when the person no longer has access', async () => {
  const queryClient = new QueryClient()
  const asked = vi.fn<() => Promise<Rooms>>(() => new Promise(() => undefined))
  queryClient.setQueryDefaults(roomsQuery.queryKey, { queryFn: asked })
  const page = { items: [], unread_total: 0, next_cursor: 'more' }
  for (const isSame of [true, false]) {
    const items = ['one', 'two'].map((id) => ({ id, updated_at: '' }) as ListedRoom)
    queryClient.setQueryData(roomsQuery.queryKey, { items, unread_total: 0, next_cursor: null })
    const version = getCachedRooms(queryClient)
    if (!isSame) updateRooms(queryClient, (rooms) => ({ ...rooms, unread_total: 1 }))
    applyRoomsPage(queryClient, isSame ? { ...page, items: [items[1] as ListedRoom] } : page, version, ['one'])
    expect(queryClient.getQueryData(roomsQuery.queryKey)?.items.map(({ id }) => id)).toEqual(['two'])
  }
  expect(asked).toHaveBeenCalledTimes(1)
})

test('keeps the cached messages of the ten most recently opened rooms', () => {
  const queryClient = new QueryClient()
  const ids = Array.from({ length: 12 }, (_, index) => `room ${index}`)
  for (const id of [...ids, 'room 3']) {
    queryClient.setQueryData(timelineQuery(id).queryKey, { messages: [], hasOlder: false, changeSeq: 0 })
    markTimelineOpened(queryClient, id)
  }
  const held = ids.filter((id) => queryClient.getQueryData(timelineQuery(id).queryKey))
  expect(held).toEqual(ids.slice(2))
})
