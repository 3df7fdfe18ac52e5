import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { roomsQuery, applyReadMark } from './chat.queries.ts'
import type { Rooms } from './rooms-cache.ts'

const ME = '00000000-0000-7000-8000-00000000000a'
const PARTNER = '00000000-0000-7000-8000-00000000000b'
const ROOM = '00000000-0000-7000-8000-000000000001'
const AT = '2026-11-21T10:00:00.000Z'

function createListedRoom() {
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
    change_seq: 0,
    unread_count: 1,
    partner_read_seq: 0,
    read_seq: 4,
  }
  const queryClient = new QueryClient()
  const asked = vi.fn<() => Promise<Rooms>>(() => new Promise(() => undefined))
  queryClient.setQueryDefaults(roomsQuery.queryKey, { queryFn: asked })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [room], unread_total: 1, next_cursor: null })
  return { queryClient, asked }
}

const unreadIn = (queryClient: QueryClient) => queryClient.getQueryData(roomsQuery.queryKey)?.unread_total

const mark = (reader_id: string, up_to_seq: number, unread_count: number, last_seq = 5) => ({
  room_id: ROOM,
  reader_id,
  up_to_seq,
  unread_count,
  last_seq,
})

test('a read mark from the server sets the unread count without a reload of the list', () => {
  const { queryClient, asked } = createListedRoom()
  applyReadMark(queryClient, mark(ME, 5, 0), ME)
  expect(unreadIn(queryClient)).toBe(0)
  applyReadMark(queryClient, mark(ME, 6, 2, 8), ME)
  expect(unreadIn(queryClient)).toBe(2)
  expect(asked).not.toHaveBeenCalled()
})

test('a read mark in a room that is not loaded reloads the unread total from the server', () => {
  const { queryClient, asked } = createListedRoom()
  applyReadMark(queryClient, { ...mark(ME, 5, 0), room_id: '00000000-0000-7000-8000-000000000002' }, ME)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a read mark from the partner moves only the partner’s read position', () => {
  const { queryClient, asked } = createListedRoom()
  applyReadMark(queryClient, mark(PARTNER, 4, 7), ME)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.items).toMatchObject([{ partner_read_seq: 4, unread_count: 1 }])
  expect(asked).not.toHaveBeenCalled()
})

test('an older read mark that arrives late does not undo a newer one, for either participant', () => {
  const { queryClient } = createListedRoom()
  for (const reader of [ME, PARTNER]) {
    applyReadMark(queryClient, mark(reader, 5, 0), ME)
    applyReadMark(queryClient, mark(reader, 2, 2), ME)
  }
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.items).toMatchObject([
    { partner_read_seq: 5, read_seq: 5, unread_count: 0 },
  ])
})
