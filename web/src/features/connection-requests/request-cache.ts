import type { InfiniteData } from '@tanstack/react-query'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest, OpenContacts } from '@kundig/contract/connection-requests/connection-requests.contract'
import { LIMITS } from '@kundig/contract/limits'

/** Pending requests, the newest first. `total` also counts requests above the list's maximum. */
export interface PendingRequests {
  items: ConnectionRequest[]
  total: number
}

export interface HistoryPage {
  items: ConnectionRequest[]
  next_cursor: string | null
}

export type RequestHistory = InfiniteData<HistoryPage, string | undefined>

/** True for a request that the logged-in person sent: `counterpart` is then the receiver. */
export function isSentByViewer(request: ConnectionRequest): boolean {
  return request.counterpart.id === request.receiver_id
}

/** Compares two instants as strings, because the server writes all instants in UTC with milliseconds. */
function isLater(a: string, b: string): boolean {
  return a > b
}

/** Inserts a pending request, unless an earlier event or fetch has already added it. */
export function mergePendingRequest(pending: PendingRequests, request: ConnectionRequest): PendingRequests {
  if (request.status !== 'pending' || pending.items.some((item) => item.id === request.id)) return pending
  const after = pending.items.findIndex((item) => isLater(request.created_at, item.created_at))
  const at = after === -1 ? pending.items.length : after
  const items = pending.items.toSpliced(at, 0, request)
  return { items: items.slice(0, LIMITS.pendingRequestsMax), total: pending.total + 1 }
}

/** Removes a decided request and lowers the total. An unlisted request changes nothing. */
export function omitPendingRequest(pending: PendingRequests, id: string): PendingRequests {
  const items = pending.items.filter((item) => item.id !== id)
  return items.length === pending.items.length ? pending : { items, total: pending.total - 1 }
}

/** True when the list is shorter than both its maximum and the total on the server. */
export function canListMoreRequests(pending: PendingRequests): boolean {
  return pending.items.length < Math.min(pending.total, LIMITS.pendingRequestsMax)
}

/** Inserts a request into the history by time. Ignores data older than the cached request. */
export function mergeHistory(history: RequestHistory, request: ConnectionRequest): RequestHistory {
  const known = history.pages.flatMap((page) => page.items).find((item) => item.id === request.id)
  if (known && (isLater(known.updated_at, request.updated_at) || known.status !== 'pending')) return history
  const pages = history.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== request.id) }))
  const first = pages[0]
  if (!first) return history
  const after = first.items.findIndex((item) => !isLater(item.updated_at, request.updated_at))
  const at = after === -1 ? first.items.length : after
  pages[0] = { ...first, items: first.items.toSpliced(at, 0, request) }
  return { ...history, pages }
}

export function mergeWaitingRequest(contacts: OpenContacts, request: ConnectionRequest): OpenContacts {
  const others = contacts.items.filter((item) => item.id !== request.id)
  return { ...contacts, items: request.status === 'pending' ? [request, ...others] : others }
}

export function mergeChat(
  contacts: OpenContacts,
  { id, partner, status }: Pick<Room, 'id' | 'partner' | 'status'>,
): OpenContacts {
  const others = (contacts.open_chats ?? []).filter((chat) => chat.room_id !== id)
  return {
    ...contacts,
    open_chats: status === 'open' ? [{ room_id: id, partner_id: partner.id }, ...others] : others,
  }
}

export function listWaitingRequests(contacts: OpenContacts): ConnectionRequest[] {
  return contacts.items.filter((item): item is ConnectionRequest => item.counterpart !== undefined)
}

/** Lists decided requests. A request that moved to another page between two fetches appears once. */
export function listHistory(history: RequestHistory): ConnectionRequest[] {
  const byId = new Map<string, ConnectionRequest>()
  for (const item of history.pages.flatMap((page) => page.items))
    if (item.status !== 'pending' && !byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
