import { useCallback, useEffect, useRef, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { TYPING } from '@kundig/contract/limits'
import type { ServerToClientEvents } from '@kundig/contract/live-events'

import { useLive, useLiveEvent } from '../../../platform/live/live-provider.tsx'

/** Whether the partner is typing in an open room: until some time after they last were, or their next message. */
export function usePartnerTyping(room: Room): boolean {
  const roomId = room.id
  const partnerId = room.partner.id
  // Counts what was told, so that being told again starts the time anew.
  const [told, setTold] = useState(0)

  const onTyping = useCallback<ServerToClientEvents['typing']>(
    ({ room_id, user_id }) => {
      if (room_id === roomId && user_id === partnerId) setTold((count) => count + 1)
    },
    [roomId, partnerId],
  )
  const onMessage = useCallback<ServerToClientEvents['message.created']>(
    ({ room_id, sender_id }) => {
      if (room_id === roomId && sender_id === partnerId) setTold(0)
    },
    [roomId, partnerId],
  )
  useLiveEvent('typing', onTyping)
  useLiveEvent('message.created', onMessage)

  useEffect(() => {
    if (told === 0) return undefined
    const timer = setTimeout(() => setTold(0), TYPING.shownMs)
    return () => clearTimeout(timer)
  }, [told])
  return told > 0 && room.status === 'open'
}

/** Tells the partner that one is typing, at most every so often. Worth nothing later, so never when it cannot go now. */
export function useSendTyping(roomId: string): () => void {
  const live = useLive()
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    const now = performance.now()
    if (!live?.socket.connected || now - toldAt.current < TYPING.everyMs) return
    toldAt.current = now
    live.socket.volatile.emit('typing', { room_id: roomId })
  }
}
