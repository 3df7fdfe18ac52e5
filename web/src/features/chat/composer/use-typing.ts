import { useCallback, useEffect, useRef, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { TYPING } from '@kundig/contract/limits'
import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import { useLiveConnection } from '../../../platform/live/live-provider.tsx'
import { useLiveEvent } from '../../../platform/live/use-live-events.ts'

/** True after a typing event from the partner in an open room, until a timeout or their next message. */
export function usePartnerTyping(room: Room): boolean {
  const roomId = room.id
  const partnerId = room.partner.id
  // Counts typing events. Each event restarts the timeout.
  const [received, setReceived] = useState(0)

  const onTyping = useCallback<ServerToClientEvents['typing']>(
    ({ room_id, user_id }) => {
      if (room_id === roomId && user_id === partnerId) setReceived((count) => count + 1)
    },
    [roomId, partnerId],
  )
  const onMessage = useCallback<ServerToClientEvents['message.created']>(
    ({ room_id, sender_id }) => {
      if (room_id === roomId && sender_id === partnerId) setReceived(0)
    },
    [roomId, partnerId],
  )
  useLiveEvent('typing', onTyping)
  useLiveEvent('message.created', onMessage)

  useEffect(() => {
    if (received === 0) return undefined
    const timer = setTimeout(() => setReceived(0), TYPING.shownMs)
    return () => clearTimeout(timer)
  }, [received])
  return received > 0 && room.status === 'open'
}

/** Returns a function that sends typing events, throttled. Events without a connection are dropped. */
export function useSendTyping(roomId: string): () => void {
  const live = useLiveConnection()
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const now = performance.now()
    if (!live?.socket.connected || now - sentAt.current < TYPING.everyMs) return
    sentAt.current = now
    live.socket.volatile.emit('typing', { room_id: roomId })
  }
}
