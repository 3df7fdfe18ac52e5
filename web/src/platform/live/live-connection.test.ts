import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CONNECTION_REFUSED } from '@kundig/contract/live/live-events'

import { LiveConnection } from './live-connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { protocol: 'http:', host: '127.0.0.1:9', port: '9' })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Creates a connection without a network, and functions that fire Socket.IO's events. */
function createConnection() {
  const onEnded = vi.fn<() => void>()
  const live = new LiveConnection('anna', onEnded)
  const connect = vi.spyOn(live.socket, 'connect').mockReturnThis()
  const listenersOf = live.socket.listeners.bind(live.socket) as (name: string) => ((...news: unknown[]) => void)[]
  const hear = (name: string, ...news: unknown[]): void => {
    for (const listener of listenersOf(name)) listener(...news)
  }
  return { live, connect, hear, onEnded }
}

test.each([
  ['a server that refuses for now', 'connect_error', new Error('UNAVAILABLE')],
  ['a server that disconnects everyone', 'disconnect', 'io server disconnect'],
])('reconnects after %s', (_name, event, news) => {
  const { connect, hear } = createConnection()
  hear(event, news)
  vi.advanceTimersByTime(5000)
  expect(connect).toHaveBeenCalledTimes(1)
})

test.each([
  ['connect_error', new Error('UNAVAILABLE')],
  ['disconnect', 'io server disconnect'],
])('never reconnects after closing, even with a pending reconnect (%s)', (event, news) => {
  const { live, connect, hear } = createConnection()
  hear(event, news)
  live.close()
  vi.advanceTimersByTime(60_000)
  expect(connect).not.toHaveBeenCalled()
})

test('reports the end of the session only once, and does not reconnect', () => {
  const { connect, hear, onEnded } = createConnection()
  hear('connect_error', new Error('UNAVAILABLE'))
  hear('session.ended')
  hear('connect_error', new Error(CONNECTION_REFUSED.noSession))
  vi.advanceTimersByTime(60_000)
  expect(onEnded).toHaveBeenCalledTimes(1)
  expect(connect).not.toHaveBeenCalled()
})

test.each(['close', 'session.ended'])('notifies a listener of the end (%s) once, even if it never connected', (how) => {
  const { live, hear } = createConnection()
  const onClosed = vi.fn<() => void>()
  live.onClosed(onClosed)
  expect(live.socket.connected).toBe(false)
  if (how === 'session.ended') hear(how)
  else live.close()
  live.close()
  expect(onClosed).toHaveBeenCalledTimes(1)
})

test('notifies a listener immediately if the session has already ended', () => {
  const { live, hear } = createConnection()
  hear('connect_error', new Error(CONNECTION_REFUSED.tooMany))
  expect(live.isForHttp).toBe(true)
  hear('session.ended')
  const onClosed = vi.fn<() => void>()
  live.onClosed(onClosed)
  expect(onClosed).toHaveBeenCalledTimes(1)
  expect(live.isForHttp).toBe(false)
})

test.each([CONNECTION_REFUSED.tooMany, CONNECTION_REFUSED.tooOften])(
  'falls back to fetches and retries the connection while the server is full (%s)',
  (code) => {
    const { live, connect, hear } = createConnection()
    const onLimited = vi.fn<() => void>()
    live.onLimited(onLimited)
    for (let times = 1; times <= 3; times++) {
      hear('connect_error', new Error(code))
      expect(live.state).toBe('limited')
      expect(onLimited).toHaveBeenCalledTimes(times)
      vi.advanceTimersByTime(14_000)
      expect(connect).toHaveBeenCalledTimes(times - 1)
      vi.advanceTimersByTime(12_000)
      expect(connect).toHaveBeenCalledTimes(times)
    }
    hear('connect')
    expect(live.state).toBe('connected')
  },
)

test.each([
  ['cut off by its server', 'transport close', undefined, 5000],
  ['polling a server that was killed', 'transport error', undefined, 5000],
  ['disconnected by its server', 'io server disconnect', undefined, 5000],
  ['disconnected by a server that names a period for reconnects', 'io server disconnect', 800, 800],
  ['cut off by its own network', 'ping timeout', undefined, 500],
])('a client that is %s reconnects after a random delay', (_who, reason, askedMs, withinMs) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  const { connect, hear } = createConnection()
  if (askedMs !== undefined) hear('server.leaving', { back_within_ms: askedMs })
  hear('disconnect', reason)
  vi.advanceTimersByTime(withinMs * 0.9 - 1)
  expect(connect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2)
  expect(connect).toHaveBeenCalledTimes(1)
})

test('falls back to fetches by HTTP after repeated failures, until a connection succeeds', () => {
  const { live, hear } = createConnection()
  const [onLimited, onState] = [vi.fn<() => void>(), vi.fn<() => void>()]
  live.onLimited(onLimited)
  hear('connect_error', new Error('websocket error'))
  live.onState(onState)
  vi.advanceTimersByTime(20_000)
  hear('connect_error', new Error('websocket error'))
  expect(live.isForHttp).toBe(false)
  hear('connect_error', new Error('websocket error'))
  expect(live.isForHttp).toBe(true)
  expect(onLimited).toHaveBeenCalledTimes(1)
  expect(onState).toHaveBeenCalled()
  hear('connect')
  expect(live.isForHttp).toBe(false)
})

test('a listener added after connecting is immediately notified of missed events', () => {
  const { live, hear } = createConnection()
  hear('connect')
  const onMissed = vi.fn<() => void>()
  const stop = live.onEventsMissed(onMissed)
  expect(onMissed).toHaveBeenCalledTimes(1)
  hear('events.missed')
  hear('disconnect', 'transport close')
  hear('connect')
  expect(onMissed).toHaveBeenCalledTimes(3)
  stop()
  hear('connect')
  expect(onMissed).toHaveBeenCalledTimes(3)
})

test('a listener added before connecting is notified of missed events at the first connection', () => {
  const { live, hear } = createConnection()
  const onMissed = vi.fn<() => void>()
  live.onEventsMissed(onMissed)
  expect(onMissed).not.toHaveBeenCalled()
  hear('connect')
  expect(onMissed).toHaveBeenCalledTimes(1)
})
