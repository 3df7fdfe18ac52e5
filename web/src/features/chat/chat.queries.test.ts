import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'

import { retryNow } from '../../platform/api/retry-until-done.ts'
import {
  receive,
  refreshRooms,
  roomsQuery,
  takeMessage,
  takeStored,
  timelineQuery,
  updateRooms,
  updateTimeline,
} from './chat.queries.ts'
import type { Rooms } from './rooms-cache.ts'
import { prepend } from './timeline.ts'

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

const ROOM = '00000000-0000-7000-8000-000000000001'

function asking(seq: number, status: NonNullable<Message['status']>): Message {
  return {
    id: `${ROOM}.${seq}`,
    room_id: ROOM,
    seq,
    sender_id: '00000000-0000-7000-8000-00000000000a',
    client_id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    content: '',
    type: 'payment_request',
    payment_request_id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    amount: 8500,
    currency: 'eur',
    status,
    description: '',
    read: false,
    created_at: '2026-11-21T10:00:00.000Z',
    updated_at: status === 'pending' ? '2026-11-21T10:00:00.000Z' : '2026-11-21T10:05:00.000Z',
  }
}

test('an older page that was on its way when a payment was decided does not undo it', () => {
  const queryClient = new QueryClient()
  const { queryKey } = timelineQuery(ROOM)
  queryClient.setQueryData(queryKey, { messages: [asking(2, 'pending')], hasOlder: true })
  takeMessage(queryClient, asking(1, 'completed'))
  updateTimeline(queryClient, ROOM, (timeline) => prepend(timeline, [asking(1, 'pending')], false, 2))
  expect(queryClient.getQueryData(queryKey)?.messages.map(({ status }) => status)).toEqual(['completed', 'pending'])
})

test('a payment request that was just sent stands in its place, and the news of its payment replaces it', () => {
  const queryClient = new QueryClient()
  const { queryKey } = timelineQuery(ROOM)
  queryClient.setQueryData(queryKey, { messages: [asking(1, 'completed')], hasOlder: false })
  takeMessage(queryClient, asking(2, 'pending'))
  takeMessage(queryClient, asking(2, 'completed'))
  // The news that it was made comes late.
  takeMessage(queryClient, asking(2, 'pending'))
  expect(queryClient.getQueryData(queryKey)?.messages.map(({ seq, status }) => [seq, status])).toEqual([
    [1, 'completed'],
    [2, 'completed'],
  ])
})

/** A server whose rooms have as many messages as each answer in turn says; the last answer stays. */
function answerWith(...lastSeqs: number[]) {
  vi.stubGlobal('window', { location: { origin: 'http://kundig.example' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const fetched = vi.fn<() => Promise<Response>>(async () => {
    const last_seq = (lastSeqs.length > 1 ? lastSeqs.shift() : lastSeqs[0]) ?? 0
    const items = Array.from({ length: last_seq }, (_, index) => asking(index + 1, 'pending'))
    if (fetched.mock.calls.length > 20) throw new Error('Asked without end')
    return Response.json({ json: { items, has_older: false, last_seq } })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a message that is announced while the first page is on its way is fetched with it', async () => {
  const queryClient = new QueryClient()
  const room = '00000000-0000-7000-8000-000000000002'
  const fetched = answerWith(1, 2)
  receive(queryClient, room, [{ ...asking(2, 'pending'), room_id: room }])
  expect((await queryClient.query(timelineQuery(room))).messages).toHaveLength(2)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('what was announced and is not there (a database from a backup) is not asked for without end', async () => {
  const queryClient = new QueryClient()
  const room = '00000000-0000-7000-8000-000000000003'
  const fetched = answerWith(2)
  receive(queryClient, room, [{ ...asking(9, 'pending'), room_id: room }])
  expect((await queryClient.query(timelineQuery(room))).messages).toHaveLength(2)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('what the server stored of one’s own is counted once, as read, by whichever way it is heard of', () => {
  const queryClient = new QueryClient()
  const room = { id: ROOM, last_seq: 1, unread_count: 0, updated_at: '2026-11-21T09:00:00.000Z' } as Room
  queryClient.setQueryData(roomsQuery.queryKey, { items: [room], unread_total: 0, next_cursor: null })
  queryClient.setQueryData(timelineQuery(ROOM).queryKey, { messages: [asking(1, 'completed')], hasOlder: false })
  takeStored(queryClient, asking(2, 'pending'))
  takeStored(queryClient, asking(2, 'pending'))
  expect(queryClient.getQueryData(timelineQuery(ROOM).queryKey)?.messages.map(({ seq }) => seq)).toEqual([1, 2])
  expect(queryClient.getQueryData(roomsQuery.queryKey)).toMatchObject({
    items: [{ last_seq: 2, unread_count: 0 }],
    unread_total: 0,
  })
})

test('messages that were missed are fetched until they come, though the first tries fail', async () => {
  vi.useFakeTimers()
  const queryClient = new QueryClient()
  const room = '00000000-0000-7000-8000-000000000004'
  const inRoom = (seq: number) => ({ ...asking(seq, 'pending'), room_id: room })
  queryClient.setQueryData(timelineQuery(room).queryKey, { messages: [inRoom(1)], hasOlder: false })
  const fetched = answerWith(4)
  fetched
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
  receive(queryClient, room, [inRoom(4)])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryClient.getQueryData(timelineQuery(room).queryKey)?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})

test('a place that holds another message than the one shown has the room read anew', () => {
  const queryClient = new QueryClient()
  const { queryKey } = timelineQuery(ROOM)
  queryClient.setQueryData(queryKey, { messages: [asking(1, 'pending'), asking(2, 'pending')], hasOlder: false })
  receive(queryClient, ROOM, [{ ...asking(2, 'pending'), client_id: '00000000-0000-4000-8000-00000000ffff' }])
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})
