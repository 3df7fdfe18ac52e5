import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { roomsQuery, takeMessage, timelineQuery, updateRooms, updateTimeline } from './chat.queries.ts'
import type { Rooms } from './rooms-cache.ts'
import { prepend } from './timeline.ts'

test('an answer that was asked for before an event does not undo it', async () => {
  const queryClient = new QueryClient()
  const rooms = (unread_total: number): Rooms => ({ items: [], unread_total })
  const answers: ((rooms: Rooms) => void)[] = []
  // The server, whose answers come when the test lets them.
  queryClient.setQueryDefaults(roomsQuery.queryKey, {
    queryFn: () => new Promise<Rooms>((resolve) => void answers.push(resolve)),
  })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [], unread_total: 2 })
  void queryClient.refetchQueries({ queryKey: roomsQuery.queryKey, type: 'all' })
  updateRooms(queryClient, () => rooms(0))
  answers[0]?.(rooms(2))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(rooms(0))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(0)
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
  updateTimeline(queryClient, ROOM, (timeline) => prepend(timeline, [asking(1, 'pending')], false))
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
