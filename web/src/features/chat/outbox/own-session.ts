import type { QueryClient } from '@tanstack/react-query'

import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { refreshSession } from '../../auth/session.queries.ts'

/** Id of each connection when its session was last checked. */
const checkedIds = new WeakMap<LiveConnection, string>()

/**
 * Checks that the next call is made as the connection's person. Another person may have logged in in another tab, and
 * HTTP calls and new connections then use their cookie. Servers of this release also refuse such connections.
 * @param isOverHttp true for a call over HTTP, which may be made as another person
 * @throws Error when another person or no person is logged in, or when that is unknown
 */
export async function requireOwnSession(
  live: LiveConnection,
  queryClient: QueryClient,
  isOverHttp = live.isForHttp,
): Promise<void> {
  const { id } = live.socket
  // The session may have changed since the last HTTP call.
  if (!isOverHttp && isSessionChecked(live)) return
  const session = await refreshSession(queryClient)
  if (session?.user.id !== live.userId) throw new Error('Another session')
  // Another person's connection may have replaced this one.
  if (id !== undefined && live.socket.id === id) checkedIds.set(live, id)
}

export function isSessionChecked(live: LiveConnection): boolean {
  const { id } = live.socket
  return id !== undefined && id === checkedIds.get(live)
}
