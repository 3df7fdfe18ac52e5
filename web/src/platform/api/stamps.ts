import type { QueryClient } from '@tanstack/react-query'

import { retryUntilDone } from './retry-until-done.ts'
import { perSession } from './session-state.ts'

interface Watched {
  /** The stamp whose state is known, or asked for until it is. */
  known: string | undefined
  refresh: () => Promise<unknown>
}

const watchedStamps = perSession(() => new Map<string, Watched>())

/**
 * Has something asked for again whenever its stamp tells that it has changed, until that succeeds. With the first stamp,
 * too: what was fetched before it may be older. For as long as the session lasts.
 * @param refresh one try; it throws what the fetch throws
 * @returns stops that
 */
export function watchStamp(queryClient: QueryClient, name: string, refresh: () => Promise<unknown>): () => void {
  const watched = watchedStamps(queryClient)
  const one: Watched = { known: undefined, refresh }
  watched.set(name, one)
  return () => {
    if (watched.get(name) === one) watched.delete(name)
  }
}

/** Takes the stamps that an answer brought along, by name. */
export function applyStamps(queryClient: QueryClient, stamps: Readonly<Record<string, string | undefined>>): void {
  for (const [name, one] of watchedStamps(queryClient)) {
    const stamp = stamps[name]
    if (stamp === undefined || stamp === one.known) continue
    one.known = stamp
    void retryUntilDone(one.refresh)
  }
}
