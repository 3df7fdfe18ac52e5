import type { QueryClient } from '@tanstack/react-query'

/** By query client, the session of whoever is logged in. */
export const sessions = new WeakMap<QueryClient, AbortController>()

/** Throws away what `perSession` has for the person who was logged in. Public pages need this much of it. */
export function endSession(queryClient: QueryClient): void {
  sessions.get(queryClient)?.abort()
  sessions.delete(queryClient)
}
