import type { QueryClient } from '@tanstack/react-query'

import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { refreshSession } from '../../auth/session.queries.ts'

/** By connection, its id when its session was last checked. */
const checkedIds = new WeakMap<LiveConnection, string>()

/**
 * Checks that the next call is made as the person whose connection it is: in another tab somebody else may have logged
 * in, whose cookie is sent with HTTP calls and with new connections. Servers of this release refuse such connections, too.
 * @throws Error when somebody else is logged in by now, nobody is, or that cannot be known
 */
export async function requireOwn(live: LiveConnection, queryClient: QueryClient): Promise<void> {
  const { id } = live.socket
  // Who is logged in may change between any two calls over HTTP.
  if (!live.isForHttp && isChecked(live)) return
  const session = await refreshSession(queryClient)
  if (session?.user.id !== live.userId) throw new Error('Another session')
  // A connection that was made meanwhile may be another person's.
  if (id !== undefined && live.socket.id === id) checkedIds.set(live, id)
}

/** Whether the present connection has been checked to be its person's own. */
export function isChecked(live: LiveConnection): boolean {
  const { id } = live.socket
  return id !== undefined && id === checkedIds.get(live)
}
