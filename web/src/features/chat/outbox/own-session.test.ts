// oxlint-disable-next-line import/no-unassigned-import -- it makes the browser's database, where there is none
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { loadRpcClient } from '../../../platform/api/client.ts'
import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { sendReadMark } from '../rooms/use-mark-read.ts'
import { openOutbox, waitForOwnHttpSession } from './outbox-sending.ts'

const ROOM = '00000000-0000-7000-8000-000000000001'
const MARK = { room_id: ROOM, up_to_seq: 3, unread_count: 0, last_seq: 3 }

beforeEach(async () => {
  await loadRpcClient()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', { location: { origin: 'http://kundig.example' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function openAnnasTab() {
  const browser = { loggedIn: 'anna' }
  const done: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
    if (name === 'session') return Response.json({ json: { user: { id: browser.loggedIn } } })
    done.push(`${name} over HTTP as ${browser.loggedIn}`)
    return Response.json({ json: MARK })
  })
  const socket: { id: string | undefined; connected: boolean } = { id: undefined, connected: false }
  let owner = ''
  const live = {
    userId: 'anna',
    socket,
    isForHttp: true,
    onState: () => () => undefined,
    request: vi.fn<(name: string) => Promise<unknown>>(async (name) => {
      done.push(`${name} live as ${owner}`)
      return name === 'room.read' ? { ok: true, result: MARK } : { ok: false, code: 'ROOM_CLOSED' }
    }),
  }
  /** Reconnects with the cookie of the logged-in person. */
  const connect = (): void => {
    owner = browser.loggedIn
    Object.assign(live, { isForHttp: false })
    Object.assign(socket, { id: `${owner}’s`, connected: true })
  }
  return { browser, done, connect, live: live as unknown as LiveConnection, queryClient: new QueryClient() }
}

/** Returns the id of the person that the last check of the session found. */
function readSession(queryClient: QueryClient): string | undefined {
  return queryClient.getQueryData<{ user: { id: string } }>([['auth', 'session'], { type: 'query' }])?.user.id
}

test('does not send a message over a connection of another person who has logged in', async () => {
  const { browser, done, connect, live, queryClient } = openAnnasTab()
  const request = navigator.locks.request.bind(navigator.locks) as (...of: unknown[]) => Promise<unknown>
  const locked = vi.spyOn(navigator.locks, 'request') as unknown as {
    mockImplementation: (of: typeof request) => unknown
  }
  let turns = 0
  // The outbox sends once it has the lock.
  locked.mockImplementation((...of) => {
    turns++
    browser.loggedIn = 'bob'
    connect()
    return request(...of)
  })
  const { outbox, close } = openOutbox(live, 'anna', queryClient)
  await outbox.add(ROOM, 'Hello')
  await expect.poll(() => turns).toBeGreaterThan(0)
  // The logged-in person is checked at the next attempt, after a pause.
  await expect.poll(() => readSession(queryClient)).toBe('bob')
  expect(done).toEqual([])
  expect(outbox.listUnsent(ROOM)).toHaveLength(1)
  close()
})

test('sends a read mark only as the person who sees the room', async () => {
  const { browser, done, connect, live, queryClient } = openAnnasTab()
  const mark = () => sendReadMark(live, queryClient, ROOM, 3)
  await expect(mark()).resolves.toEqual(MARK)
  browser.loggedIn = 'bob'
  await expect(mark()).rejects.toThrow('Another session')
  connect()
  await expect(mark()).rejects.toThrow('Another session')
  browser.loggedIn = 'anna'
  connect()
  await expect(mark()).resolves.toEqual(MARK)
  expect(done).toEqual(['read over HTTP as anna', 'room.read live as anna'])
})

test('an upload waits until its sender is logged in and reachable', async () => {
  const { browser, live, connect, queryClient } = openAnnasTab()
  const signal = AbortSignal.timeout(10_000)
  const wait = () => waitForOwnHttpSession(live, queryClient, signal)
  connect()
  await expect(wait()).resolves.toBe(false)
  browser.loggedIn = 'bob'
  let isReady = false
  const waiting = wait().finally(() => (isReady = true))
  await expect.poll(() => readSession(queryClient)).toBe('bob')
  expect(isReady).toBe(false)
  browser.loggedIn = 'anna'
  await expect(waiting).resolves.toBe(true)
})

test('a cancelled upload stops waiting for its connection', async () => {
  const { live, queryClient } = openAnnasTab()
  Object.assign(live, { isForHttp: false })
  const cancelling = new AbortController()
  const waiting = waitForOwnHttpSession(live, queryClient, cancelling.signal)
  cancelling.abort()
  await expect(waiting).rejects.toThrow('Closed')
})
