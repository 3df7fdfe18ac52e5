import type { QueryClient } from '@tanstack/react-query'

export const sessions = new WeakMap<QueryClient, AbortController>()

/** Discards the state of `createPerSession`. */
export function endSession(queryClient: QueryClient): void {
  sessions.get(queryClient)?.abort()
  sessions.delete(queryClient)
}
