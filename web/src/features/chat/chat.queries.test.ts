import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { retryNow } from '../../platform/api/retry-until-done.ts'
import {
  keepTimeline,
  refreshRooms,
  roomsQuery,
  roomsVersion,
  takeRooms,
  timelineQuery,
  updateRooms,
} from './chat.queries.ts'
import type { Rooms } from './rooms-cache.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an answer that was asked for before an event does not undo it', async () => {
  const queryClient = new QueryClient()
  const rooms = (unread_total: number): Rooms => ({ items: [], unread_total, next_cursor: null })
  const answers: ((rooms: Rooms) => void)[] = []
  // The server, whose answers come when the test lets them.
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

test('a hundred events while the list is asked for cause one more question, not a hundred', async () => {
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

test('a list that could not be fetched is asked for until it comes, and at once when the connection is back', async () => {
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
  retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(tries + 1)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(7)
})

test('a list that came along with another answer is taken, unless the list changed while that was on its way', async () => {
  const queryClient = new QueryClient()
  const asked = vi.fn<() => Promise<Rooms>>().mockResolvedValue({ items: [], unread_total: 4, next_cursor: null })
  queryClient.setQueryDefaults(roomsQuery.queryKey, { queryFn: asked })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [], unread_total: 1, next_cursor: null })
  takeRooms(queryClient, { items: [], unread_total: 2, next_cursor: null }, roomsVersion(queryClient))
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(2)
  const version = roomsVersion(queryClient)
  updateRooms(queryClient, () => ({ items: [], unread_total: 3, next_cursor: null }))
  takeRooms(queryClient, { items: [], unread_total: 2, next_cursor: null }, version)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(3)
  await expect.poll(() => queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(4)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('the messages of the ten rooms that were opened last are held', () => {
  const queryClient = new QueryClient()
  const ids = Array.from({ length: 12 }, (_, index) => `room ${index}`)
  for (const id of [...ids, 'room 3']) {
    queryClient.setQueryData(timelineQuery(id).queryKey, { messages: [], hasOlder: false, changeSeq: 0 })
    keepTimeline(queryClient, id)
  }
  const held = ids.filter((id) => queryClient.getQueryData(timelineQuery(id).queryKey))
  expect(held).toEqual(ids.slice(2))
})
