import type { QueryClient } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'
import { watchStamp } from '../../../platform/api/stamps.ts'

/**
 * Has everything about requests asked for again, until that succeeds, whenever any has changed: events are not repeated for
 * who was away.
 * @returns stops that
 */
export function watchRequests(queryClient: QueryClient): () => void {
  return watchStamp(queryClient, 'requests', () =>
    queryClient.invalidateQueries({ queryKey: api.connectionRequests.key() }, { throwOnError: true }),
  )
}
