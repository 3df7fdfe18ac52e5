import type { QueryClient } from '@tanstack/react-query'

export const sessions = new WeakMap<QueryClient, AbortController>()

/** Ends the cached session and discards all state created with `createPerSession`. */
export function endSession(queryClient: QueryClient): void {
  sessions.get(queryClient)?.abort()
  sessions.delete(queryClient)
}
