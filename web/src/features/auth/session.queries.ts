import { hashKey, type Query, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { api } from '../../platform/api/client.ts'
import { endSession } from '../../platform/api/session-end.ts'

/**
 * Session of this browser (null for a visitor). Refetched on focus: another tab may have logged in or confirmed the
 * address.
 */
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

/** State of the session (spec 4, auth state). */
export function useSession(): SessionState {
  const { data, error, refetch } = useQuery(sessionQuery)
  if (data) return { status: 'in', session: data }
  if (data === null) return { status: 'out' }
  if (error) return { status: 'failed', error, retry: () => void refetch() }
  return { status: 'loading' }
}

const LAST_STATE_KEY = 'logged-in'

/**
 * True when a person is logged in; null before an answer. After a failure it is the last known state: only for the
 * navigation bar, as personal data needs a known session.
 */
export function useSeemsLoggedIn(): boolean | null {
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
    // Storage can be blocked; then the state is unknown.
  }
}

export function refreshSession(queryClient: QueryClient): Promise<Session | null> {
  return queryClient.query({ ...sessionQuery, staleTime: 0 })
}

/** Forgets the session immediately, without a call, because it has ended. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    queryClient.setQueryData(sessionQuery.queryKey, null)
  }, [queryClient])
}

/**
 * Drops a person's cached data once any call shows that another person, or no one, is logged in. Queries from before
 * the first known session stay.
 */
export function dropWithSession(queryClient: QueryClient): void {
  let before: string | null | undefined
  queryClient.getQueryCache().subscribe(() => {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    const after = session && session.user.id
    const last = before
    if (after === undefined || after === last) return
    before = after
    saveLastState(after !== null)
    const others = { predicate: ({ queryHash }: Query) => queryHash !== hashKey(sessionQuery.queryKey) }
    // A removed query's data stays on mounted screens; a reset clears it.
    if (last !== undefined) endSession(queryClient)
    if (last && after) void queryClient.resetQueries(others)
    else if (last !== undefined) queryClient.removeQueries(others)
  })
}
