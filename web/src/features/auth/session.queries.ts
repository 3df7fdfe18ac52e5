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
    const others = { predicate: ({ queryHash }: Query) => queryHash !== hashKey(sessionQuery.queryKey) }
    // Screens that stay show what they last got, until they are told that it is gone.
    if (last !== undefined) endSession(queryClient)
    if (last && after) void queryClient.resetQueries(others)
    else if (last !== undefined) queryClient.removeQueries(others)
  })
}
