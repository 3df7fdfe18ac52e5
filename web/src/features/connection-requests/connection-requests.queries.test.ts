import { ORPCError } from '@orpc/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { addPending, codeToTell, pendingQuery, removePending } from './connection-requests.queries.ts'
import type { PendingRequests } from './request-cache.ts'

// What the cache needs of a request; the rest plays no part here.
const request = (id: string): ConnectionRequest =>
  ({ id, status: 'pending', created_at: `2025-11-20T12:00:0${id}.000Z` }) as ConnectionRequest

/** A watched pending list whose fetches answer when the test says so, in the order in which they were asked. */
function watchedList() {
  const asked: ((answer: PendingRequests) => void)[] = []
  const queryClient = new QueryClient()
  const queryFn = () => new Promise<PendingRequests>((resolve) => asked.push(resolve))
  new QueryObserver(queryClient, { ...pendingQuery, queryFn }).subscribe(() => undefined)
  const ids = () => queryClient.getQueryData(pendingQuery.queryKey)?.items.map((item) => item.id)
  return { asked, queryClient, ids }
}

it('does not let the answer to an older question hide a request that came in meanwhile', async () => {
  const { asked, queryClient, ids } = watchedList()
  void addPending(queryClient, request('1'))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[0]?.({ items: [], total: 0 })
  asked[1]?.({ items: [request('1')], total: 1 })
  await vi.waitFor(() => expect(ids()).toEqual(['1']))
})

it('does not let the answer to an older question bring a decided request back', async () => {
  const { asked, queryClient, ids } = watchedList()
  asked[0]?.({ items: [request('2'), request('1')], total: 2 })
  await vi.waitFor(() => expect(ids()).toEqual(['2', '1']))
  void queryClient.invalidateQueries({ queryKey: pendingQuery.queryKey })
  void removePending(queryClient, '2')
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  asked[1]?.({ items: [request('2'), request('1')], total: 2 })
  expect(ids()).toEqual(['1'])
  asked[2]?.({ items: [request('1')], total: 1 })
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(ids()).toEqual(['1'])
})

it('lets a rule speak for itself and words anything else as the action that failed', () => {
  expect(codeToTell(new ORPCError('REQUEST_PENDING'), 'REQUEST_SEND_FAILED')).toBe('REQUEST_PENDING')
  expect(codeToTell(new TypeError('Failed to fetch'), 'REQUEST_SEND_FAILED')).toBe('REQUEST_SEND_FAILED')
  expect(codeToTell(new Error('boom'), 'REQUEST_PROCESS_FAILED')).toBe('REQUEST_PROCESS_FAILED')
})
