import type { InfiniteData } from '@tanstack/react-query'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest, OpenContacts } from '@kundig/contract/connection-requests/connection-requests.contract'
import { LIMITS } from '@kundig/contract/limits'

/** Pending requests addressed to the reader, newest first; `total` also counts those beyond the list's cap. */
export interface PendingRequests {
  items: ConnectionRequest[]
  total: number
}

export interface HistoryPage {
  items: ConnectionRequest[]
  next_cursor: string | null
}

/** The loaded part of the history, latest change first; the page parameter is the server's cursor. */
export type RequestHistory = InfiniteData<HistoryPage, string | undefined>

/** Whether the reader of a request is who sent it: `counterpart` is always the other person. */
export function isSentByReader(request: ConnectionRequest): boolean {
  return request.counterpart.id === request.receiver_id
}

/** Instants from the server all have one form (UTC, milliseconds), so that their text sorts as time does. */
function isLater(a: string, b: string): boolean {
  return a > b
}

/**
 * Puts a new request into the pending list in its place. One that is there already counts only once, as an
 * event and a fetch may both bring it.
 */
export function withPending(pending: PendingRequests, request: ConnectionRequest): PendingRequests {
  if (request.status !== 'pending' || pending.items.some((item) => item.id === request.id)) return pending
  const after = pending.items.findIndex((item) => isLater(request.created_at, item.created_at))
  const at = after === -1 ? pending.items.length : after
  const items = pending.items.toSpliced(at, 0, request)
  return { items: items.slice(0, LIMITS.pendingRequestsMax), total: pending.total + 1 }
}

/**
 * Takes a decided request out of the pending list. One that is not in it changes nothing: it may have been
 * taken out before, and must not be subtracted twice.
 */
export function withoutPending(pending: PendingRequests, id: string): PendingRequests {
  const items = pending.items.filter((item) => item.id !== id)
  return items.length === pending.items.length ? pending : { items, total: pending.total - 1 }
}

/** Whether the server has pending requests that fit the list but are not in it: time to ask again. */
export function hasRoomForMore(pending: PendingRequests): boolean {
  return pending.items.length < Math.min(pending.total, LIMITS.pendingRequestsMax)
}

/**
 * Puts a sent or decided request on top of the history, in place of what was known of it. News that is
 * older than what is known changes nothing: events and answers may arrive in any order.
 */
export function withHistory(history: RequestHistory, request: ConnectionRequest): RequestHistory {
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

/** Puts a request that the reader sent among those that wait for an answer, or takes out one that was answered. */
export function withWaiting(contacts: OpenContacts, request: ConnectionRequest): OpenContacts {
  const others = contacts.items.filter((item) => item.id !== request.id)
  return { ...contacts, items: request.status === 'pending' ? [request, ...others] : others }
}

/** Puts an open room among the open chats, or takes out a closed one. */
export function withChat(
  contacts: OpenContacts,
  { id, partner, status }: Pick<Room, 'id' | 'partner' | 'status'>,
): OpenContacts {
  const others = (contacts.open_chats ?? []).filter((chat) => chat.room_id !== id)
  return {
    ...contacts,
    open_chats: status === 'open' ? [{ room_id: id, partner_id: partner.id }, ...others] : others,
  }
}

/** The requests that the reader sent and that wait for an answer, without those of a server that sends ids alone. */
export function listWaiting(contacts: OpenContacts): ConnectionRequest[] {
  return contacts.items.filter((item): item is ConnectionRequest => item.counterpart !== undefined)
}

/** The decided requests as one list. A request that moved between two pages while they were fetched appears once. */
export function listHistory(history: RequestHistory): ConnectionRequest[] {
  const byId = new Map<string, ConnectionRequest>()
  for (const item of history.pages.flatMap((page) => page.items))
    if (item.status !== 'pending' && !byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
