import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import type { LiveConnection } from '../../../../platform/live/live-connection.ts'
import { waitUntilReady } from './file-readiness.ts'

test('an upload does not start if another person logged in during the wait for a text', async () => {
  vi.useFakeTimers()
  let userId = 'anna'
  const queryClient = new QueryClient()
  vi.spyOn(queryClient, 'query').mockImplementation(async () => ({ user: { id: userId } }))
  const live = {
    userId: 'anna',
    isForHttp: false,
    socket: { id: 'socket', connected: true },
  } as unknown as LiveConnection
  const onReady = vi.fn<(wasMissing: boolean) => void>()
  const file = { roomId: 'room', sentAt: new Date().toISOString() }
  // The outbox is not open yet, so earlier texts may still wait in it.
  void waitUntilReady(live, queryClient, file, new AbortController().signal).then(onReady)
  await vi.advanceTimersByTimeAsync(1000)
  userId = 'bram'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(onReady).not.toHaveBeenCalled()
  userId = 'anna'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onReady).toHaveBeenCalledExactlyOnceWith(true)
  vi.useRealTimers()
})
