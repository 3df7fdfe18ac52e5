import type { QueryClient } from '@tanstack/react-query'

import { client } from '../../../platform/api/client.ts'
import { retryUntilDone } from '../../../platform/api/retry-until-done.ts'
import { createPerSession } from '../../../platform/api/session-state.ts'
import { markEntriesSeen } from '../bell-cache.ts'
import { updateBell } from '../notifications.queries.ts'

/** Time in which entries are collected (ms); well below the server's delay of mails and pushes. */
const GATHER_MS = 300
/** Maximum ids per call. */
const IDS_MAX = 100

/** Displayed entries that the server does not have yet. */
const seenIds = createPerSession(() => new Set<string>())

/** Reports displayed entries, which the server then neither mails nor pushes. */
export function markSeen(queryClient: QueryClient, ids: readonly string[]): void {
  const waiting = seenIds(queryClient)
  const isFirst = waiting.size === 0
  for (const id of ids) waiting.add(id)
  if (isFirst && waiting.size > 0) setTimeout(() => sendSeen(queryClient, waiting), GATHER_MS)
}

function sendSeen(queryClient: QueryClient, waiting: Set<string>): void {
  // Another person's session must not send it.
  if (seenIds(queryClient) !== waiting) return
  const ids = [...waiting].slice(0, IDS_MAX)
  waiting.clear()
  void retryUntilDone(() => client.notifications.markSeen({ ids })).then(() =>
    updateBell(queryClient, (list) => markEntriesSeen(list, ids)),
  )
}
