import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { roomsQuery } from './chat.queries.ts'
import { takeRead } from './use-chat-events.ts'

const ME = '00000000-0000-7000-8000-00000000000a'
const PARTNER = '00000000-0000-7000-8000-00000000000b'
const ROOM = '00000000-0000-7000-8000-000000000001'
const AT = '2026-11-21T10:00:00.000Z'

/** A list of one room with one unread message, its fifth. */
function listed() {
  const room: Room = {
    id: ROOM,
    participant_ids: [ME, PARTNER],
    requestMessage: null,
    requester_id: ME,
    status: 'open',
    closed_at: null,
    created_at: AT,
    updated_at: AT,
    partner: {
      id: PARTNER,
      full_name: 'Anna',
      bio: null,
      expertise: 'education',
      profile_picture_url: null,
      is_public: true,
      created_at: AT,
      updated_at: AT,
    },
    last_seq: 5,
    unread_count: 1,
    partner_read_seq: 0,
  }
  const queryClient = new QueryClient()
  const asked = vi.fn<() => Promise<{ items: Room[]; unread_total: number }>>(
    // The server’s answer, which comes when the test is over.
    () => new Promise(() => undefined),
  )
  queryClient.setQueryDefaults(roomsQuery.queryKey, { queryFn: asked })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [room], unread_total: 1 })
  return { queryClient, asked }
}

const unreadIn = (queryClient: QueryClient) => queryClient.getQueryData(roomsQuery.queryKey)?.unread_total

test('a room that was read to its end has nothing unread', () => {
  const { queryClient, asked } = listed()
  takeRead(queryClient, { room_id: ROOM, reader_id: ME, up_to_seq: 5 }, ME)
  expect(unreadIn(queryClient)).toBe(0)
  expect(asked).not.toHaveBeenCalled()
})

test('a message that came after what was read stays unread until the server has said how many are', () => {
  const { queryClient, asked } = listed()
  takeRead(queryClient, { room_id: ROOM, reader_id: ME, up_to_seq: 4 }, ME)
  expect(unreadIn(queryClient)).toBe(1)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('what the partner has read is no longer new to them, and changes nothing of one’s own', () => {
  const { queryClient, asked } = listed()
  takeRead(queryClient, { room_id: ROOM, reader_id: PARTNER, up_to_seq: 4 }, ME)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.items).toMatchObject([{ partner_read_seq: 4, unread_count: 1 }])
  expect(asked).not.toHaveBeenCalled()
})

test('a read mark that comes late does not take back what the partner has read', () => {
  const { queryClient } = listed()
  takeRead(queryClient, { room_id: ROOM, reader_id: PARTNER, up_to_seq: 4 }, ME)
  takeRead(queryClient, { room_id: ROOM, reader_id: PARTNER, up_to_seq: 2 }, ME)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.items).toMatchObject([{ partner_read_seq: 4 }])
})
