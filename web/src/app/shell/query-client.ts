import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { clearCacheOnSessionChange, sessionQuery } from '../../features/auth/session.queries.ts'
import { toFailure, isWorthRetrying } from '../../platform/api/failure.ts'

const RETRIES_MAX = 2

/** Time for which an answer counts as fresh and is not refetched on navigation (ms). */
const FRESH_MS = 10_000

/** The error `NO_SESSION` from any call refetches the session. A change of person removes the cached data. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    if (toFailure(error).code === 'NO_SESSION') void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES_MAX && isWorthRetrying(error),
        // While offline, calls fail with a visible error instead of waiting. A reconnect repeats the calls.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
  clearCacheOnSessionChange(queryClient)
  return queryClient
}
