import type { QueryClient } from '@tanstack/react-query'

import { watchStamp } from '../../../platform/api/stamps.ts'
import { accountQuery } from './account.queries.ts'

/** Refetches the seller's account until that succeeds, whenever its stamp changes: an offline tab gets no event. */
export function watchAccount(queryClient: QueryClient): () => void {
  return watchStamp(queryClient, 'seller', () =>
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }, { throwOnError: true }),
  )
}
