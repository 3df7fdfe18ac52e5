import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { roomsQuery } from './chat.queries.ts'
import { takeRead } from './use-chat-events.ts'

const ME = '00000000-0000-7000-8000-00000000000a'
const PARTNER = '00000000-0000-7000-8000-00000000000b'
const ROOM = '00000000-0000-7000-8000-000000000001'
const AT = '2026-11-21T10:00:00.000Z'

/** A list of one room with one unread message, its fifth. */
function listed(): QueryClient {
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
  queryClient.setQueryData(roomsQuery.queryKey, { items: [room], unread_total: 1 })
  return queryClient
}

const stateOf = (queryClient: QueryClient) => {
  const state = queryClient.getQueryState<{ items: Room[]; unread_total: number }>(roomsQuery.queryKey)
  return { unread: state?.data?.unread_total, asksAgain: state?.isInvalidated }
}

test('a room that was read to its end has nothing unread', () => {
  const queryClient = listed()
  takeRead(queryClient, { room_id: ROOM, reader_id: ME, up_to_seq: 5 }, ME)
  expect(stateOf(queryClient)).toEqual({ unread: 0, asksAgain: false })
})

test('a message that came after what was read stays unread until the server has said how many are', () => {
  const queryClient = listed()
  takeRead(queryClient, { room_id: ROOM, reader_id: ME, up_to_seq: 4 }, ME)
  expect(stateOf(queryClient)).toEqual({ unread: 1, asksAgain: true })
})

test('what the partner has read is no longer new to them, and changes nothing of one’s own', () => {
  const queryClient = listed()
  takeRead(queryClient, { room_id: ROOM, reader_id: PARTNER, up_to_seq: 4 }, ME)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.items).toMatchObject([{ partner_read_seq: 4, unread_count: 1 }])
  expect(stateOf(queryClient).asksAgain).toBe(false)
})
