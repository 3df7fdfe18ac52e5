import type { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import type { Session } from '@kundig/contract/auth/auth.contract'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { sessionQuery } from '../../features/auth/session.queries.ts'
import {
  recordAnnouncedPosition,
  announcedRooms,
  getCachedRoom,
  roomsQuery,
  timelineQuery,
  markTimelineOpened,
  updateRooms,
} from '../../features/chat/cache/chat.queries.ts'
import { createFakeRooms, createPaymentRequest } from '../../features/chat/cache/fake-rooms.ts'
import { getApplyChanged, createStoredMessageHandler } from '../../features/chat/cache/incoming.ts'
import { resumeRooms } from '../../features/chat/cache/resume.ts'
import type { ListedRoom } from '../../features/chat/cache/rooms-cache.ts'
import {
  cacheSentRequest,
  recordUnseenRequest,
  requestQuery,
} from '../../features/connection-requests/connection-requests.queries.ts'
import { openContactsQuery } from '../../features/connection-requests/open-contacts.queries.ts'
import { addCard, cardsQuery } from '../../features/payments/cards/card.queries.ts'
import { accountQuery, refreshAccount } from '../../features/payments/selling/account.queries.ts'
import { loadRpcClient } from '../../platform/api/client.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { applyStamps, watchStamp } from '../../platform/api/stamps.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => void vi.unstubAllGlobals())

const ROOM = 'a room of both'

const createSession = (id: string): Session => ({ user: { id } }) as Session
const REQUEST = {
  id: 'request',
  status: 'accepted',
  receiver_id: 'bram',
  counterpart: { id: 'anna' },
} as ConnectionRequest

async function stubServer(fetch: (request: Request) => Promise<Response>): Promise<void> {
  await loadRpcClient()
  vi.stubGlobal('window', { location: { origin: 'http://kundig.example' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', fetch)
}

function openAnnasTab() {
  const queryClient = createQueryClient()
  const logIn = (id: string | null): void =>
    void queryClient.setQueryData(sessionQuery.queryKey, id === null ? null : createSession(id))
  const open = (roomId: string): void => {
    queryClient.setQueryData(timelineQuery(roomId).queryKey, { messages: [], hasOlder: false, changeSeq: 0 })
    markTimelineOpened(queryClient, roomId)
  }
  logIn('anna')
  open(ROOM)
  recordAnnouncedPosition(queryClient, ROOM, { seq: 7, change: 3 })
  return { queryClient, logIn, open }
}

test.each([
  ['logs in while the previous person is logged in', ['bram']],
  ['logs in after the previous person has logged out', [null, 'bram']],
])('a person who %s starts without the previous person’s announced rooms', (_when, sessions) => {
  const { queryClient, logIn } = openAnnasTab()
  expect([...announcedRooms(queryClient).keys()]).toEqual([ROOM])
  for (const id of sessions) logIn(id)
  expect([...announcedRooms(queryClient).keys()]).toEqual([])
})

test('rooms that the previous person opened do not count towards the ten cached rooms of the next person', () => {
  const { queryClient, logIn, open } = openAnnasTab()
  for (let index = 1; index < 10; index++) open(`room ${index}`)
  logIn('bram')
  // If Anna's rooms still counted, Bram would have eleven open rooms.
  queryClient.setQueryData(timelineQuery(ROOM).queryKey, { messages: [], hasOlder: false, changeSeq: 0 })
  open('his own')
  expect(queryClient.getQueryData(timelineQuery(ROOM).queryKey)).toBeDefined()
})

test('a notification for the previous person does not suppress the next person’s', () => {
  const { queryClient, logIn } = openAnnasTab()
  expect(recordUnseenRequest(queryClient, REQUEST)).toBe(true)
  expect(recordUnseenRequest(queryClient, REQUEST)).toBe(false)
  logIn('bram')
  expect(recordUnseenRequest(queryClient, REQUEST)).toBe(true)
})

test('a late answer for the previous person does not change a room of the next person', async () => {
  const answer = Promise.withResolvers<Response>()
  const asked = vi.fn<() => Promise<Response>>(() => answer.promise)
  await stubServer(asked)
  const { queryClient, logIn } = openAnnasTab()
  const list = (partnerId: string, unread_count: number): void => {
    const partner = { id: partnerId, updated_at: partnerId === 'bram' ? '2' : '1' }
    const room = { id: ROOM, partner, last_seq: 7, read_seq: 0, partner_read_seq: 0, unread_count, updated_at: '' }
    const items = [{ ...room, ...(partnerId === 'bram' && { isUnsure: true }) } as unknown as ListedRoom]
    queryClient.setQueryData(roomsQuery.queryKey, { items, unread_total: unread_count, next_cursor: null })
  }
  list('bram', 0)
  // Makes Anna's tab reload the room.
  updateRooms(queryClient, (rooms) => ({ ...rooms }))
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  logIn('bram')
  list('anna', 3)
  const hers = { id: ROOM, partner: { id: 'bram', updated_at: '2' }, last_seq: 7, read_seq: 7, unread_count: 0 }
  answer.resolve(Response.json({ json: { ...hers, partner_read_seq: 0, updated_at: '' } }))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(getCachedRoom(queryClient, ROOM)).toMatchObject({ partner: { id: 'anna' }, unread_count: 3 })
})

test('a late answer for the previous person does not remove a room of the next person', async () => {
  const server = createFakeRooms()
  server.state.holdsAnswers = true
  await stubServer(server.fetch)
  const { queryClient, logIn, open } = openAnnasTab()
  // The answer for Anna does not contain the room, because she is not in it.
  void resumeRooms(queryClient)
  await expect.poll(server.resumed).toBe(1)
  logIn('bram')
  open(ROOM)
  await expect.poll(server.letOneArrive).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(queryClient.getQueryData(timelineQuery(ROOM).queryKey)).toBeDefined()
})

const CARDS = { items: [{ id: 'a card of hers' }] }
const ACCOUNT = { status: 'ready', due: [] }

test.each([
  ['her cards', cardsQuery.queryKey, { items: [] }, CARDS, (tab: QueryClient) => addCard(tab, 'a setup')],
  ['her account as a seller', accountQuery.queryKey, { status: 'inactive' }, ACCOUNT, refreshAccount],
])('a late answer for the previous person does not show the next %s', async (_what, queryKey, his, hers, ask) => {
  const answer = Promise.withResolvers<Response>()
  const asked = vi.fn<() => Promise<Response>>(() => answer.promise)
  await stubServer(asked)
  const { queryClient, logIn } = openAnnasTab()
  const asking = ask(queryClient)
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  logIn('bram')
  queryClient.setQueryData<object>(queryKey, his)
  answer.resolve(Response.json({ json: hers }))
  await asking
  expect(queryClient.getQueryData(queryKey)).toEqual(his)
})

test('the previous person’s last request does not appear among the next person’s', async () => {
  const { queryClient, logIn } = openAnnasTab()
  const ended = getSessionSignal(queryClient)
  logIn('bram')
  queryClient.setQueryData(openContactsQuery.queryKey, { items: [] })
  await cacheSentRequest(
    queryClient,
    { ...REQUEST, status: 'pending', counterpart: { id: 'bram' } } as ConnectionRequest,
    ended,
  )
  expect(queryClient.getQueryData(openContactsQuery.queryKey)).toEqual({ items: [] })
  expect(queryClient.getQueryData(requestQuery(REQUEST.id).queryKey)).toBeUndefined()
})

test('a message that is stored late for the previous person is not counted in the next person’s room list', () => {
  const { queryClient, logIn, open } = openAnnasTab()
  const applyStored = createStoredMessageHandler(queryClient)
  logIn('bram')
  open(ROOM)
  applyStored(createPaymentRequest(ROOM, 1))
  expect([...announcedRooms(queryClient).keys()]).toEqual([])
  expect(queryClient.getQueryData(timelineQuery(ROOM).queryKey)?.messages).toEqual([])
})

test('a payment that settles late for the previous person changes nothing for the next person', () => {
  const { queryClient, logIn, open } = openAnnasTab()
  const applyChanged = getApplyChanged(queryClient)
  logIn('bram')
  open(ROOM)
  applyChanged(createPaymentRequest(ROOM, 1))
  expect([...announcedRooms(queryClient).keys()]).toEqual([])
  expect(queryClient.getQueryData(timelineQuery(ROOM).queryKey)?.messages).toEqual([])
  getApplyChanged(queryClient)(createPaymentRequest(ROOM, 1))
  expect(queryClient.getQueryData(timelineQuery(ROOM).queryKey)?.messages).toHaveLength(1)
})

test('a stamp that the previous person has already seen causes a fetch for the next person', () => {
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
