import type { QueryClient } from '@tanstack/react-query'

import { watchStamp } from '../../../platform/api/stamps.ts'
import { accountQuery } from './account.queries.ts'

/**
 * Has a person's account as a seller asked for again, until that succeeds, whenever it has changed: events are not repeated
 * for who was away.
 * @returns stops that
 */
export function watchAccount(queryClient: QueryClient): () => void {
  return watchStamp(queryClient, 'seller', () =>
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }, { throwOnError: true }),
  )
}
