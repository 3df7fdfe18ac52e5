import { QueryClient, QueryObserver } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { loadRpcClient } from '../../../platform/api/client.ts'
import { runWaitingRetries } from '../../../platform/api/retry-until-done.ts'
import { announcedRooms, dropTimeline, roomsQuery, timelineQuery, updateRooms } from './chat.queries.ts'
import { createPaymentRequest, createFakeRooms } from './fake-rooms.ts'
import { loadOlderMessages, applyMessage, createStoredMessageHandler } from './incoming.ts'
import { resumeRooms } from './resume.ts'
import type { Timeline } from './timeline.ts'

const [ROOM, OTHER] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const

// Loads the client before the timers are faked.
beforeAll(async () => void (await loadRpcClient()))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const soon = (): Promise<unknown> => vi.advanceTimersByTimeAsync(60_000)

function serve(options: Parameters<typeof createFakeRooms>[0] = {}) {
  const server = createFakeRooms(options)
  vi.stubGlobal('window', { location: { origin: 'http://kundig.example' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', server.fetch)
  return server
}

/** Opens a tab that has cached these rooms from the server. The first room is open. */
async function openTabWithRooms(server: ReturnType<typeof serve>, ...ids: string[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const id of ids) await queryClient.query(timelineQuery(id))
  if (ids[0] !== undefined) new QueryObserver(queryClient, timelineQuery(ids[0])).subscribe(() => undefined)
  const held = (id: string): Timeline | undefined => queryClient.getQueryData(timelineQuery(id).queryKey)
  const shown = (id: string): Timeline['messages'] => held(id)?.messages ?? []
  server.calls.splice(0)
  return { queryClient, held, shown }
}

test('resumes all rooms in one call, the open room first, and applies the missed messages', async () => {
  const server = serve()
  for (const id of [ROOM, OTHER]) for (const _ of upTo(3)) server.send(id)
  const { queryClient, shown } = await openTabWithRooms(server, OTHER, ROOM)
  server.send(ROOM)
  server.send(OTHER)
  server.change(ROOM, 2)
  await resumeRooms(queryClient)
  expect(server.calls).toEqual([
    {
      name: 'resume',
      rooms: [
        { room_id: OTHER, last_seq: 3, change_seq: 0, last_client_id: createPaymentRequest(OTHER, 3).client_id },
        { room_id: ROOM, last_seq: 3, change_seq: 0, last_client_id: createPaymentRequest(ROOM, 3).client_id },
      ],
    },
  ])
  for (const id of [ROOM, OTHER]) expect(shown(id)).toEqual(server.messagesIn(id))
  await resumeRooms(queryClient)
  expect(server.calls.at(-1)?.rooms).toMatchObject([
    { room_id: OTHER, last_seq: 4, change_seq: 0 },
    { room_id: ROOM, last_seq: 4, change_seq: 1 },
  ])
})

test('retries a failed resume until it succeeds, and immediately after a reconnect', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  server.send(ROOM)
  server.state.failures = 1000
  void resumeRooms(queryClient)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.resumed()).toBeGreaterThan(4)
  expect(shown(ROOM)).toHaveLength(1)
  server.state.failures = 0
  runWaitingRetries()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown(ROOM)).toHaveLength(2)
})

test('retries a resume later after an error for too many attempts', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  server.send(ROOM)
  server.state.refusal = { status: 429, code: 'TOO_MANY_ATTEMPTS' }
  void resumeRooms(queryClient)
  await soon()
  expect(server.resumed()).toBe(2)
  expect(shown(ROOM)).toHaveLength(2)
})

test('stops resuming after the session has ended', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient } = await openTabWithRooms(server, ROOM)
  server.state.refusal = { status: 401, code: 'NO_SESSION' }
  applyMessage(queryClient, createPaymentRequest(ROOM, 5))
  await soon()
  expect(server.resumed()).toBe(1)
})

test('a hundred events during a resume cause only one more resume', async () => {
  const server = serve()
  for (const _ of upTo(10)) server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  server.state.holdsAnswers = true
  void resumeRooms(queryClient)
  await vi.advanceTimersByTimeAsync(0)
  for (const event of upTo(100)) {
    server.send(ROOM)
    if (event % 2 === 0) applyMessage(queryClient, createPaymentRequest(ROOM, 10 + event))
    void resumeRooms(queryClient)
  }
  server.state.holdsAnswers = false
  server.letOneArrive()
  await soon()
  expect(server.resumed()).toBe(2)
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
})

test('resumes after a message that reveals a gap, and not after the next message in order', async () => {
  const server = serve()
  for (const _ of upTo(3)) server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  applyMessage(queryClient, server.send(ROOM))
  await soon()
  expect(server.resumed()).toBe(0)
  server.send(ROOM)
  applyMessage(queryClient, server.send(ROOM))
  expect(shown(ROOM)).toHaveLength(4)
  await soon()
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
  expect(server.resumed()).toBe(1)
})

test('resumes after a change that reveals a missed change, and not after the next change in order', async () => {
  const server = serve()
  for (const _ of upTo(4)) server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  applyMessage(queryClient, server.change(ROOM, 1))
  await soon()
  expect(server.resumed()).toBe(0)
  server.change(ROOM, 2)
  applyMessage(queryClient, server.change(ROOM, 3))
  await soon()
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
  expect(server.resumed()).toBe(1)
})

test('stops resuming for an announced message that a restored backup lacks', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient } = await openTabWithRooms(server, ROOM)
  applyMessage(queryClient, createPaymentRequest(ROOM, 9))
  await soon()
  expect(server.resumed()).toBe(1)
})

test('loads a thousand missed messages in pages for the open room, and none for another room', async () => {
  const server = serve()
  for (const id of [ROOM, OTHER]) server.send(id)
  const { queryClient, held, shown } = await openTabWithRooms(server, ROOM, OTHER)
  for (const id of [ROOM, OTHER]) for (const _ of upTo(1000)) server.send(id)
  await resumeRooms(queryClient)
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
  expect(server.resumed()).toBe(10)
  expect(held(OTHER)).toBeUndefined()
})

test('drops a room when the person no longer has access', async () => {
  const server = serve()
  for (const id of [ROOM, OTHER]) server.send(id)
  const { queryClient, held } = await openTabWithRooms(server, ROOM, OTHER)
  server.take(OTHER)
  await resumeRooms(queryClient)
  expect(held(OTHER)).toBeUndefined()
  expect(held(ROOM)).toBeDefined()
})

test('reloads a room when the server has a different message at a cached position', async () => {
  const server = serve()
  for (const _ of upTo(2)) server.send(ROOM)
  const { queryClient, held, shown } = await openTabWithRooms(server, ROOM)
  applyMessage(queryClient, { ...createPaymentRequest(ROOM, 2), client_id: '00000000-0000-4000-8000-00000000ffff' })
  expect(held(ROOM)).toBeUndefined()
  await soon()
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
})

test('reloads a room when the server has fewer messages than the tab, as after a restored backup', async () => {
  const server = serve()
  for (const _ of upTo(5)) server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  server.take(ROOM)
  for (const _ of upTo(2)) server.send(ROOM)
  await resumeRooms(queryClient)
  await soon()
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
})

test('reloads a room whose last messages were lost and replaced by others at the same positions', async () => {
  const server = serve()
  for (const _ of upTo(5)) server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  server.fork(ROOM, 2)
  server.send(ROOM)
  await resumeRooms(queryClient)
  await soon()
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
})

test('fetches a room again after an event during the request for the first page', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server)
  server.state.holdsAnswers = true
  const fetching = queryClient.query(timelineQuery(ROOM))
  await vi.advanceTimersByTimeAsync(0)
  applyMessage(queryClient, server.change(ROOM, 1))
  applyMessage(queryClient, server.send(ROOM))
  server.state.holdsAnswers = false
  server.letOneArrive()
  await fetching
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
  expect(server.calls).toHaveLength(2)
})

test('stops fetching when the first page still lacks an announced message', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server)
  const fetching = queryClient.query(timelineQuery(ROOM))
  applyMessage(queryClient, createPaymentRequest(ROOM, 9))
  await fetching
  expect(shown(ROOM)).toHaveLength(1)
  expect(server.calls).toHaveLength(2)
})

test('records no announced positions for rooms whose messages are neither cached nor loading', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient } = await openTabWithRooms(server, ROOM)
  for (const seq of upTo(100))
    applyMessage(queryClient, createPaymentRequest(`00000000-0000-7000-8000-${100_000_000_000 + seq}`, seq))
  expect(announcedRooms(queryClient).size).toBe(0)
  applyMessage(queryClient, createPaymentRequest(ROOM, 5))
  expect([...announcedRooms(queryClient).keys()]).toEqual([ROOM])
  dropTimeline(queryClient, ROOM)
  expect(announcedRooms(queryClient).size).toBe(0)
})

test('resumes with responses of an older server that counts no changes', async () => {
  const server = serve({ pageSize: 2 })
  for (const _ of upTo(5)) server.send(ROOM)
  server.state.countsNoChanges = true
  const { queryClient, held, shown } = await openTabWithRooms(server, ROOM)
  await loadOlderMessages(queryClient, ROOM)
  expect(held(ROOM)?.changeSeq).toBe(0)
  server.state.countsNoChanges = false
  server.change(ROOM, 3)
  await resumeRooms(queryClient)
  expect(server.calls.at(-1)?.rooms).toMatchObject([{ room_id: ROOM, last_seq: 5, change_seq: 0 }])
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM).slice(1))
})

test('a page of older messages requested before a settlement does not undo the settlement', async () => {
  const server = serve({ pageSize: 2 })
  for (const _ of upTo(4)) server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  server.state.holdsAnswers = true
  const loading = loadOlderMessages(queryClient, ROOM)
  await vi.advanceTimersByTimeAsync(0)
  applyMessage(queryClient, server.change(ROOM, 1))
  server.state.holdsAnswers = false
  server.letOneArrive()
  await loading
  await soon()
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
})

test('a change is not lost when an outdated page of messages arrives during a resume', async () => {
  const server = serve({ pageSize: 2 })
  for (const _ of upTo(4)) server.send(ROOM)
  const { queryClient, held, shown } = await openTabWithRooms(server, ROOM)
  server.state.holdsAnswers = true
  const loading = loadOlderMessages(queryClient, ROOM)
  await vi.advanceTimersByTimeAsync(0)
  applyMessage(queryClient, server.change(ROOM, 1))
  void resumeRooms(queryClient)
  await vi.advanceTimersByTimeAsync(0)
  // First the page from before the change arrives, then an empty answer to `resume`.
  server.letOneArrive()
  await loading
  server.state.holdsAnswers = false
  server.letOneArrive()
  await soon()
  expect(shown(ROOM)).toEqual(server.messagesIn(ROOM))
  expect(held(ROOM)?.changeSeq).toBe(1)
})

test('counts the viewer’s own message once and as read when it arrives several times', async () => {
  const server = serve()
  server.send(ROOM)
  const { queryClient, shown } = await openTabWithRooms(server, ROOM)
  const room = { id: ROOM, last_seq: 1, unread_count: 0, updated_at: '2026-11-21T09:00:00.000Z' }
  queryClient.setQueryData(roomsQuery.queryKey, { items: [room as never], unread_total: 0, next_cursor: null })
  const stored = server.send(ROOM)
  const applyStored = createStoredMessageHandler(queryClient)
  applyStored(stored)
  applyStored(stored)
  expect(shown(ROOM).map(({ seq }) => seq)).toEqual([1, 2])
  expect(queryClient.getQueryData(roomsQuery.queryKey)).toMatchObject({
    items: [{ last_seq: 2, unread_count: 0 }],
    unread_total: 0,
  })
})

test('an older resume answer does not undo an event that changed the list', { tags: 'waverer' }, async () => {
  const server = serve()
  const { queryClient } = await openTabWithRooms(server)
  await queryClient.query(roomsQuery)
  server.calls.splice(0)
  server.state.holdsAnswers = true
  void resumeRooms(queryClient)
  await vi.advanceTimersByTimeAsync(0)
  updateRooms(queryClient, () => ({ items: [], unread_total: 5, next_cursor: null }))
  server.letOneArrive()
  await vi.advanceTimersByTimeAsync(0)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(5)
  expect(server.calls.map(({ name }) => name)).toEqual(['resume', 'rooms'])
})

test('shows the server’s state after a resume, even if events were lost, late, doubled or reordered', async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ does: fc.constant('send' as const), fate: fc.constantFrom('now', 'late', 'lost') }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('change' as const),
        fate: fc.constantFrom('now', 'late', 'lost'),
        which: fc.nat(30),
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('deliver' as const), which: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('resume' as const) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('older' as const) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('arrive' as const, 'pause' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 40 }), async (already, steps) => {
      const server = serve({ pageSize: 3 })
      for (const _ of upTo(already)) server.send(ROOM)
      const { queryClient, held, shown } = await openTabWithRooms(server, ROOM)
      const delayed: Message[] = []
      const announce = (message: Message, fate: string): void => {
        if (fate === 'now') applyMessage(queryClient, message)
        if (fate === 'late') delayed.push(message)
      }
      server.state.holdsAnswers = true
      for (const one of steps) {
        if (one.does === 'send') announce(server.send(ROOM), one.fate)
        if (one.does === 'change')
          announce(server.change(ROOM, 1 + (one.which % server.messagesIn(ROOM).length)), one.fate)
        if (one.does === 'deliver') {
          for (const message of delayed.splice(one.which % (delayed.length + 1), 1)) applyMessage(queryClient, message)
        }
        if (one.does === 'resume') void resumeRooms(queryClient)
        if (one.does === 'older') void loadOlderMessages(queryClient, ROOM)
        if (one.does === 'arrive') server.letOneArrive()
        await vi.advanceTimersByTimeAsync(one.does === 'pause' ? 1000 : 0)
        // The tab never shows a gap or a duplicate.
        const seqs = shown(ROOM).map(({ seq }) => seq)
        expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
      }
      server.state.holdsAnswers = false
      while (server.letOneArrive()) await vi.advanceTimersByTimeAsync(0)
      for (const message of delayed) applyMessage(queryClient, message)
      void resumeRooms(queryClient)
      await soon()
      const first = shown(ROOM)[0]?.seq ?? 1
      expect(shown(ROOM)).toEqual(server.messagesIn(ROOM).slice(first - 1))
      expect(held(ROOM)?.changeSeq).toBe(
        server.messagesIn(ROOM).reduce((latest, { change_seq = 0 }) => Math.max(latest, change_seq), 0),
      )
    }),
    { numRuns: 400 },
  )
})
