import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createSingleFlight } from './single-flight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createAsked() {
  const answers: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const ask = vi.fn<() => Promise<void>>(() => new Promise((resolve, reject) => void answers.push({ resolve, reject })))
  return { ask, answers }
}

test('several requests during a call cause one further call', async () => {
  const { ask, answers } = createAsked()
  const { request } = createSingleFlight({ ask })
  const done = request()
  for (let times = 0; times < 10; times++) void request()
  expect(ask).toHaveBeenCalledTimes(1)
  answers[0]?.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(ask).toHaveBeenCalledTimes(2)
  answers[1]?.resolve()
  await done
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('starting during a call causes no further call', async () => {
  const { ask, answers } = createAsked()
  const { start } = createSingleFlight({ ask })
  void start()
  const done = start()
  answers[0]?.resolve()
  await done
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('repeats the call while the answer is still outdated', async () => {
  let missing = 3
  const ask = vi.fn<() => Promise<void>>(async () => void missing--)
  await Promise.all([
    createSingleFlight({ ask, isBehind: () => missing > 0 }).start(),
    vi.advanceTimersByTimeAsync(60_000),
  ])
  expect(ask).toHaveBeenCalledTimes(3)
})

test('retries a failed call until it succeeds', async () => {
  const ask = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue()
  await Promise.all([createSingleFlight({ ask }).request(), vi.advanceTimersByTimeAsync(60_000)])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('stops at a refusal despite requests during the call; the next request starts again', async () => {
  const { ask, answers } = createAsked()
  const { request } = createSingleFlight({ ask })
  const done = request()
  void request()
  answers[0]?.reject(new ORPCError('NO_SESSION', { status: 401 }))
  await done
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  void request()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('makes no call after it was stopped', async () => {
  const { ask, answers } = createAsked()
  const ending = new AbortController()
  const { request } = createSingleFlight({ ask, ended: ending.signal })
  const done = request()
  void request()
  ending.abort()
  answers[0]?.reject(new TypeError('Failed to fetch'))
  await Promise.all([done, vi.advanceTimersByTimeAsync(60_000)])
  expect(ask).toHaveBeenCalledTimes(1)
})
