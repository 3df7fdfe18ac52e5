import type { QueryClient } from '@tanstack/react-query'

import { retryUntilDone } from './retry-until-done.ts'
import { createSessionState } from './session-state.ts'

interface Watched {
  known: string | undefined
  refresh: () => Promise<unknown>
}

const watchedStamps = createSessionState(() => new Map<string, Watched>())

/**
 * Refetches data, with retries, at the first stamp of a session and after each change of the stamp. Cached data may be
 * older than the first stamp. Watching ends with the session.
 * @param refresh fetches once and throws the fetch's error
 * @returns function that stops watching
 */
export function watchStamp(queryClient: QueryClient, name: string, refresh: () => Promise<unknown>): () => void {
  const watched = watchedStamps(queryClient)
  const one: Watched = { known: undefined, refresh }
  watched.set(name, one)
  return () => {
    if (watched.get(name) === one) watched.delete(name)
  }
}

export function applyStamps(queryClient: QueryClient, stamps: Readonly<Record<string, string | undefined>>): void {
  for (const [name, one] of watchedStamps(queryClient)) {
    const stamp = stamps[name]
    if (stamp === undefined || stamp === one.known) continue
    one.known = stamp
    void retryUntilDone(one.refresh)
  }
}
