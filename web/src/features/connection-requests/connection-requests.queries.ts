import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import { type ErrorCode, ERRORS } from '@kundig/contract/errors'

import { api } from '../../platform/api/client.ts'
import { toFailure } from '../../platform/api/failure.ts'
import { perSession, sessionSignal } from '../../platform/api/session-state.ts'
import { historyQuery } from './history.queries.ts'
import { openContactsQuery } from './open-contacts.queries.ts'
import {
  hasRoomForMore,
  listHistory,
  isSentByReader,
  type RequestHistory,
  withChat,
  withHistory,
  withoutPending,
  withPending,
  withWaiting,
} from './request-cache.ts'

/** Pending requests addressed to whoever is logged in. */
export const pendingQuery = queryOptions(api.connectionRequests.pending.queryOptions())

/**
 * Changes cached data and makes sure that a fetch under way cannot undo it: its answer may be older than
 * the news, so it is asked again. What is not cached yet stays so.
 */
async function change(queryClient: QueryClient, queryKey: QueryKey, apply: () => void): Promise<void> {
  const ended = sessionSignal(queryClient)
  const underWay = queryClient.isFetching({ queryKey, exact: true }) > 0
  if (underWay) await queryClient.cancelQueries({ queryKey, exact: true })
  if (ended.aborted) return
  apply()
  if (underWay) await queryClient.invalidateQueries({ queryKey, exact: true })
}

/** Shows a request that just came in. */
export async function addPending(queryClient: QueryClient, request: ConnectionRequest): Promise<void> {
  await change(queryClient, pendingQuery.queryKey, () =>
    queryClient.setQueryData(pendingQuery.queryKey, (pending) => pending && withPending(pending, request)),
  )
}

/** Shows that a received request is decided, and fetches those that now fit the list. */
export async function removePending(queryClient: QueryClient, id: string): Promise<void> {
  await change(queryClient, pendingQuery.queryKey, () =>
    queryClient.setQueryData(pendingQuery.queryKey, (pending) => pending && withoutPending(pending, id)),
  )
  const pending = queryClient.getQueryData(pendingQuery.queryKey)
  if (pending && hasRoomForMore(pending)) await queryClient.invalidateQueries({ queryKey: pendingQuery.queryKey })
}

/** Shows a sent or decided request in the history. */
export async function putHistory(queryClient: QueryClient, request: ConnectionRequest): Promise<void> {
  await change(queryClient, historyQuery.queryKey, () =>
    queryClient.setQueryData<RequestHistory>(
      historyQuery.queryKey,
      (history) => history && withHistory(history, request),
    ),
  )
}

/** Shows whether a request that the reader sent waits for an answer. */
export async function putWaiting(queryClient: QueryClient, request: ConnectionRequest): Promise<void> {
  await change(queryClient, openContactsQuery.queryKey, () =>
    queryClient.setQueryData(openContactsQuery.queryKey, (contacts) => contacts && withWaiting(contacts, request)),
  )
}

/** Shows whether the reader has an open chat with the partner of a room. */
export async function putChat(queryClient: QueryClient, room: Room): Promise<void> {
  await change(queryClient, openContactsQuery.queryKey, () =>
    queryClient.setQueryData(openContactsQuery.queryKey, (contacts) => contacts && withChat(contacts, room)),
  )
}

/** The requests of which their reader was notified, each with its status. */
const notifiedRequests = perSession(() => new Set<string>())

/**
 * Whether what a live event tells of a request is new to the reader, who is notified of it then. An event is repeated
 * where nobody knows whether it was sent (decision 40). Ask before the event is taken into the cache.
 */
export function isUnseen(queryClient: QueryClient, request: ConnectionRequest): boolean {
  const notified = notifiedRequests(queryClient)
  const news = `${request.id} ${request.status}`
  const isNew = !notified.has(news) && !isCached(queryClient, request)
  notified.add(news)
  return isNew
}

/** Whether the lists show a request as it is told of, or as decided, which is for good. */
function isCached(queryClient: QueryClient, request: ConnectionRequest): boolean {
  const pending = queryClient.getQueryData(pendingQuery.queryKey)?.items ?? []
  const history = queryClient.getQueryData<RequestHistory>(historyQuery.queryKey)
  const waiting = queryClient.getQueryData(openContactsQuery.queryKey)
  const known = [...pending, ...(history ? listHistory(history) : [])].filter(({ id }) => id === request.id)
  if (known.some(({ status }) => status === request.status || status !== 'pending')) return true
  if (request.status === 'pending' || !isSentByReader(request)) return false
  return waiting !== undefined && waiting.items.every(({ id }) => id !== request.id)
}

/** One request, with what was written. */
export const requestQuery = (id: string) => queryOptions(api.connectionRequests.get.queryOptions({ input: { id } }))

/**
 * Shows a request that was just sent. It may have been answered before the sending was, so that who waits is asked again.
 * @param ended the end of the session in which it was sent
 */
export async function putSent(queryClient: QueryClient, request: ConnectionRequest, ended: AbortSignal): Promise<void> {
  if (ended.aborted) return
  queryClient.setQueryData(requestQuery(request.id).queryKey, request)
  await Promise.all([putHistory(queryClient, request), putWaiting(queryClient, request)])
  await queryClient.invalidateQueries({ queryKey: openContactsQuery.queryKey, exact: true })
}

/** Asks again for everything about requests: it is known to be out of date, or may be. */
export async function refreshRequests(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: api.connectionRequests.key() })
}

/**
 * What to tell about a failed call: a rule speaks for itself, anything else (network, server, unknown) is
 * the action that failed.
 * @param action the code of the action's own failure, such as REQUEST_SEND_FAILED
 */
export function chooseErrorCode(error: unknown, action: ErrorCode): ErrorCode {
  const { code } = toFailure(error, action)
  return ERRORS[code].status < 500 ? code : action
}
