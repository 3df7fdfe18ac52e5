import type { QueryClient } from '@tanstack/react-query'

export const sessions = new WeakMap<QueryClient, AbortController>()

/** Ends the cached session and discards all state created with `createSessionState`. */
export function endSession(queryClient: QueryClient): void {
  sessions.get(queryClient)?.abort()
  sessions.delete(queryClient)
}
