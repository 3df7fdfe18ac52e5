import { expect, test, vi } from 'vitest'

import type { Session } from '@kundig/contract/auth/auth.contract'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { sessionQuery } from '../../features/auth/session.queries.ts'
import { announce, announcedRooms, timelineQuery, touchTimeline } from '../../features/chat/cache/chat.queries.ts'
import { isUnseen } from '../../features/connection-requests/connection-requests.queries.ts'
import { applyStamps, watchStamp } from '../../platform/api/stamps.ts'
import { createQueryClient } from './query-client.ts'

const ROOM = 'a room of both'

// Of a session only whose it is plays a part here, and of a request only which one it is.
const sessionOf = (id: string): Session => ({ user: { id } }) as Session
const REQUEST = {
  id: 'request',
  status: 'accepted',
  receiver_id: 'bram',
  counterpart: { id: 'anna' },
} as ConnectionRequest

/** A tab in which Anna is logged in, and what it has in memory of her besides the cache. */
function openAnnasTab() {
  const queryClient = createQueryClient()
  const logIn = (id: string | null): void =>
    void queryClient.setQueryData(sessionQuery.queryKey, id === null ? null : sessionOf(id))
  const open = (roomId: string): void => {
    queryClient.setQueryData(timelineQuery(roomId).queryKey, { messages: [], hasOlder: false, changeSeq: 0 })
    touchTimeline(queryClient, roomId)
  }
  logIn('anna')
  open(ROOM)
  announce(queryClient, ROOM, { seq: 7, change: 3 })
  return { queryClient, logIn, open }
}

test.each([
  ['logs in after her', ['bram']],
  ['logs in once she has logged out', [null, 'bram']],
])('whoever %s begins with nothing of what events have told of her rooms', (_when, sessions) => {
  const { queryClient, logIn } = openAnnasTab()
  expect([...announcedRooms(queryClient).keys()]).toEqual([ROOM])
  for (const id of sessions) logIn(id)
  expect([...announcedRooms(queryClient).keys()]).toEqual([])
})

test('the rooms that she opened do not count among the ten that are kept of the next person', () => {
  const { queryClient, logIn, open } = openAnnasTab()
  for (let index = 1; index < 10; index++) open(`room ${index}`)
  logIn('bram')
  // The one that she opened first would be the eleventh.
  queryClient.setQueryData(timelineQuery(ROOM).queryKey, { messages: [], hasOlder: false, changeSeq: 0 })
  open('his own')
  expect(queryClient.getQueryData(timelineQuery(ROOM).queryKey)).toBeDefined()
})

test('that she was notified of a request does not keep the next person from being notified', () => {
  const { queryClient, logIn } = openAnnasTab()
  expect(isUnseen(queryClient, REQUEST)).toBe(true)
  expect(isUnseen(queryClient, REQUEST)).toBe(false)
  logIn('bram')
  expect(isUnseen(queryClient, REQUEST)).toBe(true)
})

test('a stamp that she has seen is news to the next person', () => {
  const { queryClient, logIn } = openAnnasTab()
  const [hers, his] = [
    vi.fn<() => Promise<void>>().mockResolvedValue(),
    vi.fn<() => Promise<void>>().mockResolvedValue(),
  ]
  watchStamp(queryClient, 'requests', hers)
  applyStamps(queryClient, { requests: 'none' })
  logIn('bram')
  watchStamp(queryClient, 'requests', his)
  applyStamps(queryClient, { requests: 'none' })
  expect([hers, his].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
