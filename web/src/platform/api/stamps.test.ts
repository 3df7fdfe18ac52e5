import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { applyStamps, watchStamp } from './stamps.ts'

const refreshing = () => vi.fn<() => Promise<void>>().mockResolvedValue(undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('loads data again only after its stamp has changed', () => {
  const queryClient = new QueryClient()
  const [requests, seller] = [refreshing(), refreshing()]
  watchStamp(queryClient, 'requests', requests)
  watchStamp(queryClient, 'seller', seller)
  applyStamps(queryClient, { requests: 'a', seller: '' })
  applyStamps(queryClient, { requests: 'a', seller: '' })
  expect([requests, seller].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  applyStamps(queryClient, { requests: 'b', seller: '' })
  expect([requests, seller].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
})

test('retries a failed load until it succeeds, although the stamp is unchanged', async () => {
  const queryClient = new QueryClient()
  const refresh = refreshing().mockRejectedValue(new TypeError('Failed to fetch'))
  watchStamp(queryClient, 'requests', refresh)
  applyStamps(queryClient, { requests: 'a' })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refresh.mock.calls.length).toBeGreaterThan(4)
  refresh.mockClear().mockResolvedValue(undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('loads nothing after watching stopped, and loads again for the next watcher', () => {
  const queryClient = new QueryClient()
  const [first, next] = [refreshing(), refreshing()]
  const stop = watchStamp(queryClient, 'requests', first)
  applyStamps(queryClient, { requests: 'a' })
  stop()
  applyStamps(queryClient, { requests: 'b' })
  watchStamp(queryClient, 'requests', next)
  stop()
  applyStamps(queryClient, { requests: 'b' })
  expect(first).toHaveBeenCalledTimes(1)
  expect(next).toHaveBeenCalledTimes(1)
})
