import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Acknowledged } from '@kundig/contract/live-events'

import { client } from '../../platform/api/client.ts'
import { ACKNOWLEDGE_TIMEOUT_MS } from '../../platform/live/live-connection.ts'
import { useLive, useLiveState } from '../../platform/live/live-provider.tsx'
import { cachedRoom, refreshRooms, roomsQuery } from './chat.queries.ts'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Marks the partner's messages as read while the room is open and the tab can be seen (spec 4). A mark that
 * gets lost is repeated on the next message or connection: marking twice changes nothing.
 * @param seq up to where this tab shows messages
 */
export function useMarkRead(room: Room, seq: number): void {
  const live = useLive()
  const state = useLiveState()
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const queryClient = useQueryClient()
  const { id, unread_count: unread } = room

  useEffect(() => {
    if (!live || !isVisible || unread === 0 || seq === 0) return
    if (state === 'limited') {
      client.chat
        .read({ room_id: id, up_to_seq: seq })
        .then(() => queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey }))
        .catch(() => undefined)
    }
    if (state !== 'connected') return
    live.socket
      .timeout(ACKNOWLEDGE_TIMEOUT_MS)
      .emitWithAck('room.read', { room_id: id, up_to_seq: seq })
      .then((answer: Acknowledged<{ unread_count: number }>) => {
        // A mark that changed nothing is announced to nobody: a count that differs is this tab's, and is an old one.
        if (answer.ok && cachedRoom(queryClient, id)?.unread_count !== answer.result.unread_count)
          void refreshRooms(queryClient)
      })
      .catch(() => undefined)
  }, [live, state, isVisible, unread, seq, id, queryClient])
}
