import type { QueryClient } from '@tanstack/react-query'

import { client } from '../../../platform/api/client.ts'
import { retryUntilDone } from '../../../platform/api/retry-until-done.ts'
import { createSessionState } from '../../../platform/api/session-state.ts'
import { markEntriesSeen } from '../bell-cache.ts'
import { updateBell } from '../notifications.queries.ts'

/** Time for collecting entries before a call (ms), far below the server's delay for mails and pushes. */
const GATHER_MS = 300
/** Maximum ids per call. */
const IDS_MAX = 100

/** Displayed entries that were not reported to the server yet. */
const seenIds = createSessionState(() => new Set<string>())

/** Reports displayed entries to the server, which then sends no mail or push for them. */
export function markNotificationsSeen(queryClient: QueryClient, ids: readonly string[]): void {
  const waiting = seenIds(queryClient)
  const isFirst = waiting.size === 0
  for (const id of ids) waiting.add(id)
  if (isFirst && waiting.size > 0) setTimeout(() => sendSeenNotifications(queryClient, waiting), GATHER_MS)
}

function sendSeenNotifications(queryClient: QueryClient, waiting: Set<string>): void {
  // The call must not be made in another person's session.
  if (seenIds(queryClient) !== waiting) return
  const ids = [...waiting].slice(0, IDS_MAX)
  waiting.clear()
  void retryUntilDone(() => client.notifications.markSeen({ ids })).then(() =>
    updateBell(queryClient, (list) => markEntriesSeen(list, ids)),
  )
}
