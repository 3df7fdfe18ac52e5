import type { QueryClient } from '@tanstack/react-query'

import { watchStamp } from '../../../platform/api/stamps.ts'
import { accountQuery } from './account.queries.ts'

/** Refetches the seller account, with retries, when its stamp changes. An offline tab misses the live event. */
export function watchAccount(queryClient: QueryClient): () => void {
  return watchStamp(queryClient, 'seller', () =>
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }, { throwOnError: true }),
  )
}
