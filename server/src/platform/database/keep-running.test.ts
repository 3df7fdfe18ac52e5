import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createLogger } from '../logging/logger.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { keepPostgresRunning } from './keep-running.ts'

/** Fakes a PostgreSQL that keeps crashing. Timers are fake too, because the real pauses take minutes. */
function createDyingPostgres() {
  const starts: number[] = []
  const state = { startsFail: false, stops: 0, end: (): void => undefined }
  const begin = (): Promise<void> =>
    new Promise((resolve) => {
      state.end = resolve
    })
  let ended = begin()
  const postgres: EmbeddedPostgres = {
    url: '',
    location: '',
    ended: () => ended,
    restart: async () => {
      starts.push(Date.now())
      if (state.startsFail) throw new Error('The embedded PostgreSQL did not start')
      ended = begin()
    },
    stop: async () => {
      state.stops++
    },
  }
  return { postgres, starts, state }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a crashed PostgreSQL is restarted after growing pauses, but immediately after a long run', async () => {
  const { postgres, starts, state } = createDyingPostgres()
  const stop = keepPostgresRunning(postgres, createLogger('silent'))
  const pauses: number[] = []
  for (let n = 0; n < 9; n++) {
    const diedAt = Date.now()
    state.end()
    await vi.advanceTimersByTimeAsync(31_000)
    pauses.push((starts.at(-1) ?? Number.NaN) - diedAt)
  }
  expect(starts).toHaveLength(9)
  expect(pauses).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])

  await vi.advanceTimersByTimeAsync(60_001)
  const diedAt = Date.now()
  state.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(starts.at(-1)).toBe(diedAt)
  await stop()
})

it('a failed restart of PostgreSQL is retried until the server stops', async () => {
  const { postgres, starts, state } = createDyingPostgres()
  const stop = keepPostgresRunning(postgres, createLogger('silent'))
  state.startsFail = true
  state.end()
  await vi.advanceTimersByTimeAsync(3500)
  expect(starts).toHaveLength(4)
  const stopping = stop()
  await vi.advanceTimersByTimeAsync(600_000)
  await stopping
  expect([starts.length, state.stops]).toEqual([4, 1])
})

it('a deliberately stopped PostgreSQL is not restarted', async () => {
  const { postgres, starts, state } = createDyingPostgres()
  const stop = keepPostgresRunning(postgres, createLogger('silent'))
  const stopping = stop()
  state.end()
  await vi.advanceTimersByTimeAsync(600_000)
  await stopping
  expect([starts.length, state.stops]).toEqual([0, 1])
})
