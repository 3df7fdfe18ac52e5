import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import { type ErrorCode, ERRORS } from '@kundig/contract/errors'

import { api } from '../../platform/api/client.ts'
import { toFailure } from '../../platform/api/failure.ts'
import { createSessionState, getSessionSignal } from '../../platform/api/session-state.ts'
import { historyQuery } from './history.queries.ts'
import { openContactsQuery } from './open-contacts.queries.ts'
import {
  canListMoreRequests,
  listHistory,
  isSentByViewer,
  type RequestHistory,
  mergeChat,
  mergeHistory,
  omitPendingRequest,
  mergePendingRequest,
  mergeWaitingRequest,
} from './request-cache.ts'

export const pendingQuery = queryOptions(api.connectionRequests.pending.queryOptions())

/** Changes cached data. Restarts a running fetch, because its answer may be older than the change. */
async function updateCachedData(queryClient: QueryClient, queryKey: QueryKey, apply: () => void): Promise<void> {
  const ended = getSessionSignal(queryClient)
  const underWay = queryClient.isFetching({ queryKey, exact: true }) > 0
  if (underWay) await queryClient.cancelQueries({ queryKey, exact: true })
  if (ended.aborted) return
  apply()
  if (underWay) await queryClient.invalidateQueries({ queryKey, exact: true })
}

export async function addPendingRequest(queryClient: QueryClient, request: ConnectionRequest): Promise<void> {
  await updateCachedData(queryClient, pendingQuery.queryKey, () =>
    queryClient.setQueryData(pendingQuery.queryKey, (pending) => pending && mergePendingRequest(pending, request)),
  )
}

/** Removes a decided request from the pending list. Refetches the list if more pending requests now fit. */
export async function removePendingRequest(queryClient: QueryClient, id: string): Promise<void> {
  await updateCachedData(queryClient, pendingQuery.queryKey, () =>
    queryClient.setQueryData(pendingQuery.queryKey, (pending) => pending && omitPendingRequest(pending, id)),
  )
  const pending = queryClient.getQueryData(pendingQuery.queryKey)
  if (pending && canListMoreRequests(pending)) await queryClient.invalidateQueries({ queryKey: pendingQuery.queryKey })
}

export async function cacheHistoryRequest(queryClient: QueryClient, request: ConnectionRequest): Promise<void> {
  await updateCachedData(queryClient, historyQuery.queryKey, () =>
    queryClient.setQueryData<RequestHistory>(
      historyQuery.queryKey,
      (history) => history && mergeHistory(history, request),
    ),
  )
}

export async function cacheContactRequest(queryClient: QueryClient, request: ConnectionRequest): Promise<void> {
  await updateCachedData(queryClient, openContactsQuery.queryKey, () =>
    queryClient.setQueryData(
      openContactsQuery.queryKey,
      (contacts) => contacts && mergeWaitingRequest(contacts, request),
    ),
  )
}

export async function cacheContactChat(queryClient: QueryClient, room: Room): Promise<void> {
  await updateCachedData(queryClient, openContactsQuery.queryKey, () =>
    queryClient.setQueryData(openContactsQuery.queryKey, (contacts) => contacts && mergeChat(contacts, room)),
  )
}

const notifiedRequests = createSessionState(() => new Set<string>())

/** Records a live event. Returns false for a repeated event (decision 40). Call it before the cache changes. */
export function recordUnseenRequest(queryClient: QueryClient, request: ConnectionRequest): boolean {
  const notified = notifiedRequests(queryClient)
  const news = `${request.id} ${request.status}`
  const isNew = !notified.has(news) && !isRequestCached(queryClient, request)
  notified.add(news)
  return isNew
}

/** True when the cached lists contain the request with this status or a final status. */
function isRequestCached(queryClient: QueryClient, request: ConnectionRequest): boolean {
  const pending = queryClient.getQueryData(pendingQuery.queryKey)?.items ?? []
  const history = queryClient.getQueryData<RequestHistory>(historyQuery.queryKey)
  const waiting = queryClient.getQueryData(openContactsQuery.queryKey)
  const known = [...pending, ...(history ? listHistory(history) : [])].filter(({ id }) => id === request.id)
  if (known.some(({ status }) => status === request.status || status !== 'pending')) return true
  if (request.status === 'pending' || !isSentByViewer(request)) return false
  return waiting !== undefined && waiting.items.every(({ id }) => id !== request.id)
}

export const requestQuery = (id: string) => queryOptions(api.connectionRequests.get.queryOptions({ input: { id } }))

/** Adds a sent request to the lists. Refetches open contacts, because the receiver may have answered already. */
export async function cacheSentRequest(
  queryClient: QueryClient,
  request: ConnectionRequest,
  ended: AbortSignal,
): Promise<void> {
  if (ended.aborted) return
  queryClient.setQueryData(requestQuery(request.id).queryKey, request)
  await Promise.all([cacheHistoryRequest(queryClient, request), cacheContactRequest(queryClient, request)])
  await queryClient.invalidateQueries({ queryKey: openContactsQuery.queryKey, exact: true })
}

export async function refreshRequests(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: api.connectionRequests.key() })
}

/** Returns the code of a refusal; for other errors the action's code. @param action such as REQUEST_SEND_FAILED */
export function chooseErrorCode(error: unknown, action: ErrorCode): ErrorCode {
  const { code } = toFailure(error, action)
  return ERRORS[code].status < 500 ? code : action
}
