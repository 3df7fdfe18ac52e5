import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { retryFailedLoads } from './retry-failed-loads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show(key: string, fetch: () => Promise<string>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stop = retryFailedLoads(queryClient, ['chat'])
  const observer = new QueryObserver(queryClient, { queryKey: [key, 'timeline'], queryFn: fetch })
  return { observer, leave: observer.subscribe(() => undefined), stop }
}
const failing = () => vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'))

test('retries a failed query on screen until it loads, without a reconnect event', async () => {
  const fetch = failing()
  const { observer } = show('chat', fetch)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetch.mock.calls.length).toBeGreaterThan(4)
  expect(fetch.mock.calls.length).toBeLessThan(14)
  fetch.mockClear().mockResolvedValue('there')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(observer.getCurrentResult().data).toBe('there')
})

test.each(['leave', 'stop'] as const)('does not retry a query that no screen shows (%s)', async (end) => {
  const fetch = failing()
  const screen = show('chat', fetch)
  await vi.advanceTimersByTimeAsync(0)
  screen[end]()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('does not retry queries with other keys', async () => {
  const fetch = failing()
  show('search', fetch)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetch).toHaveBeenCalledTimes(1)
})
