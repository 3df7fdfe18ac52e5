import type { QueryClient } from '@tanstack/react-query'

import { watchStamp } from '../../../platform/api/stamps.ts'
import { accountQuery } from './account.queries.ts'

/**
 * Fetches the seller's account again, until that succeeds, whenever its stamp says that it has changed: a tab that was
 * away gets no event.
 * @returns stops it
 */
export function watchAccount(queryClient: QueryClient): () => void {
  return watchStamp(queryClient, 'seller', () =>
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }, { throwOnError: true }),
  )
}
