import type { QueryClient } from '@tanstack/react-query'

import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { refreshSession } from '../../auth/session.queries.ts'

/** By connection, the id under which it stood when it was last found to be its person's own. */
const checkedIds = new WeakMap<LiveConnection, string>()

/**
 * Makes sure that what goes out next goes out as the person whose connection it is: in another tab somebody else may have
 * logged in, whose cookie goes with a call over HTTP and with a connection that is made anew. The server refuses the
 * latter, too, unless it is of an earlier release.
 * @throws Error when somebody else is logged in by now, nobody is, or who is cannot be known
 */
export async function requireOwn(live: LiveConnection, queryClient: QueryClient): Promise<void> {
  const { id } = live.socket
  // Who is logged in may change between any two calls over HTTP.
  if (!live.isForHttp && isChecked(live)) return
  const session = await refreshSession(queryClient)
  if (session?.user.id !== live.userId) throw new Error('Another session')
  // One that was made meanwhile may be another person's.
  if (id !== undefined && live.socket.id === id) checkedIds.set(live, id)
}

/** Whether the connection that stands now is known to be its person's own. */
export function isChecked(live: LiveConnection): boolean {
  const { id } = live.socket
  return id !== undefined && id === checkedIds.get(live)
}
