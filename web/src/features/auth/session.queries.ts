import { hashKey, type Query, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { api } from '../../platform/api/client.ts'
import { endSession } from '../../platform/api/session-end.ts'

/**
 * Options of the query that tells who is logged in (null for a visitor). Coming back to a tab asks anew: meanwhile
 * another one may have logged in, or confirmed the email address.
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

/** Who is logged in (spec 4, auth state). */
export function useSession(): SessionState {
  const { data, error, refetch } = useQuery(sessionQuery)
  if (data) return { status: 'in', session: data }
  if (data === null) return { status: 'out' }
  if (error) return { status: 'failed', error, retry: () => void refetch() }
  return { status: 'loading' }
}

/** Whether somebody was logged in in this browser when that was known last. */
const LAST_KNOWN = 'logged-in'

/**
 * Whether somebody is logged in; where that cannot be found out, what was known last. Only for what the bar offers: what
 * belongs to a person is shown to whoever is known to be them.
 * @returns null before there is an answer
 */
export function useSeemsLoggedIn(): boolean | null {
  const { status } = useSession()
  if (status === 'loading') return null
  if (status !== 'failed') return status === 'in'
  try {
    return localStorage.getItem(LAST_KNOWN) !== null
  } catch {
    return false
  }
}

function keepLastKnown(isLoggedIn: boolean): void {
  try {
    if (isLoggedIn) localStorage.setItem(LAST_KNOWN, 'true')
    else localStorage.removeItem(LAST_KNOWN)
  } catch {
    // Storage can be blocked altogether; then nothing is known.
  }
}

/** Asks again who is logged in. */
export function refreshSession(queryClient: QueryClient): Promise<Session | null> {
  return queryClient.query({ ...sessionQuery, staleTime: 0 })
}

/** Forgets the session at once, without asking: it is known to be over. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    queryClient.setQueryData(sessionQuery.queryKey, null)
  }, [queryClient])
}

/**
 * From now on everything that belonged to someone is dropped as soon as it is known that someone else is logged in, or
 * nobody, whoever asked. What was asked for before it was known who is logged in stays.
 */
export function dropWithSession(queryClient: QueryClient): void {
  let before: string | null | undefined
  queryClient.getQueryCache().subscribe(() => {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    const after = session && session.user.id
    const last = before
    if (after === undefined || after === last) return
    before = after
    keepLastKnown(after !== null)
    const others = { predicate: ({ queryHash }: Query) => queryHash !== hashKey(sessionQuery.queryKey) }
    // Screens that stay show what they last got, until they are told that it is gone.
    if (last !== undefined) endSession(queryClient)
    if (last && after) void queryClient.resetQueries(others)
    else if (last !== undefined) queryClient.removeQueries(others)
  })
}
