import { describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import { LIMITS } from '@kundig/contract/limits'

import {
  canListMoreRequests,
  listHistory,
  isSentByViewer,
  type PendingRequests,
  type RequestHistory,
  mergeChat,
  mergeHistory,
  omitPendingRequest,
  mergePendingRequest,
  mergeWaitingRequest,
} from './request-cache.ts'

const ME = '0193b000-0000-7000-8000-000000000001'
const RUTH = '0193b000-0000-7000-8000-000000000002'

function request(id: string, minute: number, changes: Partial<ConnectionRequest> = {}): ConnectionRequest {
  const at = new Date(Date.UTC(2025, 10, 20, 12, minute)).toISOString()
  return {
    id,
    sender_id: RUTH,
    receiver_id: ME,
    message: 'Could we compare notes?',
    status: 'pending',
    withdrawn: false,
    created_at: at,
    updated_at: at,
    counterpart: {
      id: RUTH,
      full_name: 'Ruth Mensah',
      bio: null,
      expertise: 'health-medicine',
      profile_picture_url: null,
      is_public: true,
      created_at: at,
      updated_at: at,
    },
    room_id: null,
    ...changes,
  }
}

const accepted = (id: string, minute: number): ConnectionRequest => request(id, minute, { status: 'accepted' })

const ids = (items: ConnectionRequest[]): string[] => items.map((item) => item.id)

function history(...pages: ConnectionRequest[][]): RequestHistory {
  return {
    pages: pages.map((items, index) => ({ items, next_cursor: index === pages.length - 1 ? null : `c${index}` })),
    pageParams: pages.map((_, index) => (index === 0 ? undefined : `c${index - 1}`)),
  }
}

describe('mergeWaitingRequest', () => {
  const sent = request('b', 2, { sender_id: ME, receiver_id: RUTH })
  const other = { id: 'a', receiver_id: 'someone else' }

  it('lists a request once when it arrives several times', () => {
    const once = mergeWaitingRequest({ items: [other] }, sent)
    expect(once).toEqual({ items: [sent, other] })
    expect(mergeWaitingRequest(once, sent)).toEqual(once)
  })

  it.each(['accepted', 'rejected'] as const)('removes a request that is %s, and keeps the others', (status) => {
    expect(mergeWaitingRequest(mergeWaitingRequest({ items: [other] }, sent), { ...sent, status })).toEqual({
      items: [other],
    })
  })
})

describe('mergeChat', () => {
  const chat = { id: 'room', partner: { id: RUTH }, status: 'open' } as Room

  it('lists an open room once, and removes a closed room', () => {
    const once = mergeChat({ items: [] }, chat)
    expect(once.open_chats).toEqual([{ room_id: 'room', partner_id: RUTH }])
    expect(mergeChat(once, chat)).toEqual(once)
    expect(mergeChat(once, { ...chat, status: 'closed' }).open_chats).toEqual([])
  })
})

describe('isSentByViewer', () => {
  it('distinguishes sent from received requests by the counterpart', () => {
    expect(isSentByViewer(request('a', 1))).toBe(false)
    expect(isSentByViewer(request('a', 1, { sender_id: ME, receiver_id: RUTH }))).toBe(true)
  })
})

describe('mergePendingRequest', () => {
  const two: PendingRequests = { items: [request('c', 3), request('a', 1)], total: 2 }

  it('puts a new request first and raises the total', () => {
    const next = mergePendingRequest(two, request('d', 4))
    expect(ids(next.items)).toEqual(['d', 'c', 'a'])
    expect(next.total).toBe(3)
  })

  it('keeps the order when events arrive late', () => {
    expect(ids(mergePendingRequest(two, request('b', 2)).items)).toEqual(['c', 'b', 'a'])
    expect(ids(mergePendingRequest(two, request('z', 0)).items)).toEqual(['c', 'a', 'z'])
  })

  it('counts a request only once', () => {
    expect(mergePendingRequest(two, request('c', 3))).toBe(two)
  })

  // spec 4.12
  it('leaves out requests that are no longer pending', () => {
    expect(mergePendingRequest(two, request('d', 4, { status: 'rejected' }))).toBe(two)
  })

  // spec 4.14
  it('limits the list to its maximum but counts all requests', () => {
    const full: PendingRequests = {
      items: Array.from({ length: LIMITS.pendingRequestsMax }, (_, index) => request(`r${index}`, -index)),
      total: LIMITS.pendingRequestsMax,
    }
    const next = mergePendingRequest(full, request('new', 1))
    expect(next.items).toHaveLength(LIMITS.pendingRequestsMax)
    expect(next.items[0]?.id).toBe('new')
    expect(next.total).toBe(LIMITS.pendingRequestsMax + 1)
  })
})

describe('omitPendingRequest', () => {
  const two: PendingRequests = { items: [request('b', 2), request('a', 1)], total: 2 }

  it('removes a request only once, even if two updates report its decision', () => {
    const once = omitPendingRequest(two, 'b')
    expect(ids(once.items)).toEqual(['a'])
    expect(once.total).toBe(1)
    expect(omitPendingRequest(once, 'b')).toBe(once)
  })

  it('has room for more requests after a removal from a full list', () => {
    expect(canListMoreRequests(omitPendingRequest(two, 'b'))).toBe(false)
    expect(canListMoreRequests(omitPendingRequest({ ...two, total: 3 }, 'b'))).toBe(true)
  })

  it('has no room for more requests while the list has its maximum length', () => {
    const items = Array.from({ length: LIMITS.pendingRequestsMax }, (_, index) => request(`r${index}`, -index))
    expect(canListMoreRequests({ items, total: 250 })).toBe(false)
  })
})

describe('mergeHistory', () => {
  it('puts the request with the latest change on top', () => {
    const next = mergeHistory(history([accepted('a', 1)]), accepted('b', 2))
    expect(ids(listHistory(next))).toEqual(['b', 'a'])
  })

  it('replaces the pending entry of a request on any page', () => {
    const sent = request('s', 0, { sender_id: ME, receiver_id: RUTH })
    const next = mergeHistory(history([accepted('a', 3)], [sent]), { ...sent, ...accepted('s', 5) })
    expect(ids(listHistory(next))).toEqual(['s', 'a'])
    expect(listHistory(next)[0]?.status).toBe('accepted')
    expect(next.pages.map((page) => page.next_cursor)).toEqual(['c0', null])
  })

  it('keeps a decision when an older update arrives late', () => {
    const decided = history([accepted('a', 2)])
    expect(mergeHistory(decided, request('a', 1))).toBe(decided)
    expect(mergeHistory(decided, accepted('a', 2))).toBe(decided)
  })

  it('adds the first request to an empty history', () => {
    expect(ids(listHistory(mergeHistory(history([]), accepted('a', 1))))).toEqual(['a'])
  })
})

describe('listHistory', () => {
  it('shows a request once when it moved between two fetches', () => {
    expect(ids(listHistory(history([accepted('b', 2), accepted('a', 1)], [accepted('a', 1)])))).toEqual(['b', 'a'])
  })

  it('leaves out pending requests', () => {
    expect(ids(listHistory(history([request('b', 2), accepted('a', 1)])))).toEqual(['a'])
  })
})
