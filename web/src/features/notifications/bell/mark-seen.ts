import type { QueryClient } from '@tanstack/react-query'

import { client } from '../../../platform/api/client.ts'
import { retryUntilDone } from '../../../platform/api/retry-until-done.ts'
import { perSession } from '../../../platform/api/session-state.ts'
import { withSeen } from '../bell-cache.ts'
import { updateBell } from '../notifications.queries.ts'

/** How long entries are gathered before the server is told of them (ms); well below what it waits before it sends any. */
const GATHER_MS = 300
/** As many as one call may tell of. */
const IDS_MAX = 100

/** Entries that were on the screen of a tab that was looked at, and of which the server does not know that. */
const seenIds = perSession(() => new Set<string>())

/** Tells the server that entries were on the screen: it neither mails nor pushes them then. */
export function markSeen(queryClient: QueryClient, ids: readonly string[]): void {
  const waiting = seenIds(queryClient)
  const isFirst = waiting.size === 0
  for (const id of ids) waiting.add(id)
  if (isFirst && waiting.size > 0) setTimeout(() => send(queryClient, waiting), GATHER_MS)
}

function send(queryClient: QueryClient, waiting: Set<string>): void {
  // Another person's tab must not tell it.
  if (seenIds(queryClient) !== waiting) return
  const ids = [...waiting].slice(0, IDS_MAX)
  waiting.clear()
  void retryUntilDone(() => client.notifications.markSeen({ ids })).then(() =>
    updateBell(queryClient, (list) => withSeen(list, ids)),
  )
}
