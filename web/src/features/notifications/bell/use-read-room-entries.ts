import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { client } from '../../../platform/api/client.ts'
import { retryUntilDone } from '../../../platform/api/retry-until-done.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useIsVisible } from '../../../platform/use-is-visible.ts'
import { countUnread, listBellEntries, markEntriesRead } from '../bell-cache.ts'
import { bellQuery, updateBell } from '../notifications.queries.ts'

/** Marks the bell's entries about the open room as read, because the room shows their content. */
export function useMarkRoomEntriesRead(roomId: string | undefined): void {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const bell = useInfiniteQuery({ ...bellQuery, select: listBellEntries }).data
  const unread = isVisible && bell ? bell.filter((entry) => !entry.read && entry.room_id === roomId) : []
  const joined = unread.map(({ id }) => id).join(',')
  useEffect(() => {
    if (joined === '') return
    const ids = joined.split(',')
    const ended = getSessionSignal(queryClient)
    updateBell(queryClient, (list) => markEntriesRead(list, ids, Math.max(0, countUnread(list) - ids.length)))
    void retryUntilDone(async () => {
      if (ended.aborted) return
      const marked = await client.notifications.markRead({ ids })
      if (!ended.aborted) updateBell(queryClient, (list) => markEntriesRead(list, ids, marked.unread))
    })
  }, [queryClient, joined])
}
