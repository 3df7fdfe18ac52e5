import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { api } from '../../platform/api/client.ts'

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

/** Asks again who is logged in, and drops everything that belonged to someone else. */
export async function refreshSession(queryClient: QueryClient): Promise<Session | null> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const after = await queryClient.query({ ...sessionQuery, staleTime: 0 })
  if (before?.user.id !== after?.user.id) dropPersonalData(queryClient)
  return after
}

/** Forgets the session at once, without asking: it is known to be over. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    queryClient.setQueryData(sessionQuery.queryKey, null)
    dropPersonalData(queryClient)
  }, [queryClient])
}

function dropPersonalData(queryClient: QueryClient): void {
  const isSession = (key: readonly unknown[]): boolean => JSON.stringify(key) === JSON.stringify(sessionQuery.queryKey)
  queryClient.removeQueries({ predicate: (query) => !isSession(query.queryKey) })
}
