import type { QueryClient } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'
import { watchStamp } from '../../../platform/api/stamps.ts'

/** Refetches requests after each change until a fetch succeeds. @returns function that stops watching */
export function watchRequests(queryClient: QueryClient): () => void {
  return watchStamp(queryClient, 'requests', () =>
    queryClient.invalidateQueries({ queryKey: api.connectionRequests.key() }, { throwOnError: true }),
  )
}
