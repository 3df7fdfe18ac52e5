import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

import { isWorthRetrying } from './failure.ts'
import { retryUntilDone } from './retry-until-done.ts'

/** True for a displayed query that failed by network or server. A refusal is not a failure. */
function hasFailed(query: Query): boolean {
  return query.state.status === 'error' && query.isActive() && isWorthRetrying(query.state.error)
}

export async function refetchFailedLoads(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ predicate: hasFailed })
}

/** Refetches displayed queries after network or server failures until they succeed. @returns function that stops */
export function retryFailedLoads(queryClient: QueryClient, queryKey: QueryKey): () => void {
  const cache = queryClient.getQueryCache()
  const trying = new Set<string>()
  let isStopped = false
  const isToRetry = (query: Query): boolean => !isStopped && hasFailed(query)

  function retryIfFailed(query: Query): void {
    const { queryHash } = query
    if (trying.has(queryHash) || !isToRetry(query)) return
    trying.add(queryHash)
    let isFirst = true
    void retryUntilDone(async () => {
      if (isFirst) {
        isFirst = false
        // Throws the query's error on the first run, so that the first retry comes after a pause.
        throw query.state.error ?? new Error('Failed')
      }
      if (!isToRetry(query)) return
      await queryClient.refetchQueries(
        { queryKey: query.queryKey, exact: true, type: 'active' },
        { throwOnError: true, cancelRefetch: false },
      )
    }).finally(() => trying.delete(queryHash))
  }

  for (const query of cache.findAll({ queryKey })) retryIfFailed(query)
  const stop = cache.subscribe(({ type, query: { queryHash } }) => {
    const query = type === 'updated' ? cache.get(queryHash) : undefined
    if (query && partialMatchKey(query.queryKey, queryKey)) retryIfFailed(query)
  })
  return () => {
    isStopped = true
    stop()
  }
}
