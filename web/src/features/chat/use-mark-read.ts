import { useEffect, useSyncExternalStore } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { ACKNOWLEDGE_TIMEOUT_MS } from '../../platform/live/live-connection.ts'
import { useLive, useLiveState } from '../../platform/live/live-provider.tsx'

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
  const isConnected = useLiveState() === 'connected'
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const { id, unread_count: unread } = room

  useEffect(() => {
    if (!live || !isConnected || !isVisible || unread === 0 || seq === 0) return
    live.socket
      .timeout(ACKNOWLEDGE_TIMEOUT_MS)
      .emitWithAck('room.read', { room_id: id, up_to_seq: seq })
      .catch(() => undefined)
  }, [live, isConnected, isVisible, unread, seq, id])
}
