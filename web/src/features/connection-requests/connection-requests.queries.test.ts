import { ORPCError } from '@orpc/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import {
  addPendingRequest,
  chooseErrorCode,
  recordUnseenRequest,
  pendingQuery,
  removePendingRequest,
} from './connection-requests.queries.ts'
import { historyQuery } from './history.queries.ts'
import { openContactsQuery } from './open-contacts.queries.ts'
import type { PendingRequests } from './request-cache.ts'

const request = (id: string): ConnectionRequest =>
  ({ id, status: 'pending', created_at: `2025-11-20T12:00:0${id}.000Z` }) as ConnectionRequest

function watchedList() {
  const asked: ((answer: PendingRequests) => void)[] = []
  const queryClient = new QueryClient()
  const queryFn = () => new Promise<PendingRequests>((resolve) => asked.push(resolve))
  new QueryObserver(queryClient, { ...pendingQuery, queryFn }).subscribe(() => undefined)
  const ids = () => queryClient.getQueryData(pendingQuery.queryKey)?.items.map((item) => item.id)
  return { asked, queryClient, ids }
}

it('an outdated answer does not hide a request that arrived during the fetch', async () => {
  const { asked, queryClient, ids } = watchedList()
  void addPendingRequest(queryClient, request('1'))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[0]?.({ items: [], total: 0 })
  asked[1]?.({ items: [request('1')], total: 1 })
  await vi.waitFor(() => expect(ids()).toEqual(['1']))
})

it('an outdated answer does not restore a decided request', async () => {
  const { asked, queryClient, ids } = watchedList()
  asked[0]?.({ items: [request('2'), request('1')], total: 2 })
  await vi.waitFor(() => expect(ids()).toEqual(['2', '1']))
  void queryClient.invalidateQueries({ queryKey: pendingQuery.queryKey })
  void removePendingRequest(queryClient, '2')
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  asked[1]?.({ items: [request('2'), request('1')], total: 2 })
  expect(ids()).toEqual(['1'])
  asked[2]?.({ items: [request('1')], total: 1 })
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(ids()).toEqual(['1'])
})

const createEvent = (reader: 'anna' | 'bob', status: ConnectionRequest['status']): ConnectionRequest =>
  ({
    id: '1',
    status,
    sender_id: 'anna',
    message: '',
    room_id: null,
    receiver_id: 'bob',
    counterpart: { id: reader === 'anna' ? 'bob' : 'anna' },
    created_at: '',
    updated_at: '',
  }) as unknown as ConnectionRequest

it.each([
  ['bob', 'pending'],
  ['anna', 'accepted'],
  ['anna', 'rejected'],
] as const)('a repeated event does not mark its request as unseen (%s, %s)', async (reader, status) => {
  const event = createEvent(reader, status)
  const bare = new QueryClient()
  expect([recordUnseenRequest(bare, event), recordUnseenRequest(bare, event)]).toEqual([true, false])

  // A new client simulates a reload, after which only the lists contain the request.
  const queryClient = new QueryClient()
  if (status === 'pending') queryClient.setQueryData(pendingQuery.queryKey, { items: [event], total: 1 })
  else
    queryClient.setQueryData(historyQuery.queryKey, {
      pages: [{ items: [event], next_cursor: null }],
      pageParams: [],
    })
  expect(recordUnseenRequest(queryClient, event)).toBe(false)
})

it('a request counts as unseen on arrival and again after the receiver’s decision', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(historyQuery.queryKey, {
    pages: [{ items: [createEvent('anna', 'pending')], next_cursor: null }],
    pageParams: [],
  })
  queryClient.setQueryData(openContactsQuery.queryKey, { items: [{ id: '1', receiver_id: 'bob' }] })
  expect(recordUnseenRequest(queryClient, createEvent('anna', 'accepted'))).toBe(true)
  const later = new QueryClient()
  later.setQueryData(openContactsQuery.queryKey, { items: [] })
  expect(recordUnseenRequest(later, createEvent('anna', 'accepted'))).toBe(false)
  const bobs = new QueryClient()
  bobs.setQueryData(pendingQuery.queryKey, { items: [], total: 0 })
  expect(recordUnseenRequest(bobs, createEvent('bob', 'pending'))).toBe(true)
})

// spec 8.41
it('shows a refusal’s own text, and the action’s text for other errors', () => {
  expect(chooseErrorCode(new ORPCError('REQUEST_PENDING'), 'REQUEST_SEND_FAILED')).toBe('REQUEST_PENDING')
  expect(chooseErrorCode(new TypeError('Failed to fetch'), 'REQUEST_SEND_FAILED')).toBe('REQUEST_SEND_FAILED')
  expect(chooseErrorCode(new Error('boom'), 'REQUEST_PROCESS_FAILED')).toBe('REQUEST_PROCESS_FAILED')
})
