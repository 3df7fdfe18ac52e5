import { hashKey, type Query, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { api } from '../../platform/api/client.ts'
import { endSession } from '../../platform/api/session-end.ts'

/** Session of this browser; null for a visitor. Refetched on focus, because another tab may have changed it. */
export const sessionQuery = queryOptions({
  ...api.auth.session.queryOptions(),
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
})

export type SessionState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; retry: () => void }
  | { status: 'out' }
  | { status: 'in'; session: Session }

/** Returns the session's state (spec 4, auth state). */
export function useSession(): SessionState {
  const { data, error, refetch } = useQuery(sessionQuery)
  if (data) return { status: 'in', session: data }
  if (data === null) return { status: 'out' }
  if (error) return { status: 'failed', error, retry: () => void refetch() }
  return { status: 'loading' }
}

const LAST_STATE_KEY = 'logged-in'

/**
 * Returns true for a logged-in person and null before an answer. After a failure it returns the last known state. Only
 * the navigation bar may use this guess: personal data needs a known session.
 */
export function useIsProbablyLoggedIn(): boolean | null {
  const { status } = useSession()
  if (status === 'loading') return null
  if (status !== 'failed') return status === 'in'
  try {
    return localStorage.getItem(LAST_STATE_KEY) !== null
  } catch {
    return false
  }
}

function saveLastState(isLoggedIn: boolean): void {
  try {
    if (isLoggedIn) localStorage.setItem(LAST_STATE_KEY, 'true')
    else localStorage.removeItem(LAST_STATE_KEY)
  } catch {
    // If the browser blocks storage, the last log-in state remains unknown.
  }
}

export function refreshSession(queryClient: QueryClient): Promise<Session | null> {
  return queryClient.query({ ...sessionQuery, staleTime: 0 })
}

/** Returns a function that forgets an ended session, without a call to the server. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    queryClient.setQueryData(sessionQuery.queryKey, null)
  }, [queryClient])
}

/** Removes cached data when the session ends or the person changes. Data from before the first known session stays. */
export function clearCacheOnSessionChange(queryClient: QueryClient): void {
  let before: string | null | undefined
  queryClient.getQueryCache().subscribe(() => {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    const after = session && session.user.id
    const last = before
    if (after === undefined || after === last) return
    before = after
    saveLastState(after !== null)
    const others = { predicate: ({ queryHash }: Query) => queryHash !== hashKey(sessionQuery.queryKey) }
    // Resets the queries, because mounted screens would keep the data of a removed query.
    if (last !== undefined) endSession(queryClient)
    if (last && after) void queryClient.resetQueries(others)
    else if (last !== undefined) queryClient.removeQueries(others)
  })
}
