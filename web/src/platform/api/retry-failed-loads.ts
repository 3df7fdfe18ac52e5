import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

import { isWorthRetrying } from './failure.ts'
import { retryUntilDone } from './retry-until-done.ts'

/** Whether a screen shows a query that could not be fetched, as the network or the server failed. A refusal is an answer. */
function hasFailed(query: Query): boolean {
  return query.state.status === 'error' && query.isActive() && isWorthRetrying(query.state.error)
}

/** Asks once more for all that could not be fetched while the server was away: nobody need press a button for that. */
export async function refetchFailedLoads(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ predicate: hasFailed })
}

/**
 * Asks again, until it succeeds, for what a screen shows and could not be fetched, as the network or the server failed:
 * also while the live connection stands, and nothing else says when to try.
 * @param queryKey of all that is asked for again
 * @returns stops that
 */
export function retryFailedLoads(queryClient: QueryClient, queryKey: QueryKey): () => void {
  const cache = queryClient.getQueryCache()
  const trying = new Set<string>()
  let isStopped = false
  const isToRetry = (query: Query): boolean => !isStopped && hasFailed(query)

  function look(query: Query): void {
    const { queryHash } = query
    if (trying.has(queryHash) || !isToRetry(query)) return
    trying.add(queryHash)
    let isFirst = true
    void retryUntilDone(async () => {
      if (isFirst) {
        isFirst = false
        // It has failed just now: first comes the pause.
        throw query.state.error ?? new Error('Failed')
      }
      if (!isToRetry(query)) return
      await queryClient.refetchQueries(
        { queryKey: query.queryKey, exact: true, type: 'active' },
        { throwOnError: true, cancelRefetch: false },
      )
    }).finally(() => trying.delete(queryHash))
  }

  for (const query of cache.findAll({ queryKey })) look(query)
  const stop = cache.subscribe(({ type, query: { queryHash } }) => {
    const query = type === 'updated' ? cache.get(queryHash) : undefined
    if (query && partialMatchKey(query.queryKey, queryKey)) look(query)
  })
  return () => {
    isStopped = true
    stop()
  }
}
