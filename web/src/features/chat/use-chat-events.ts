import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { ServerToClientEvents } from '@kundig/contract/live-events'

import { useLiveConnect, useLiveEvent } from '../../platform/live/live-provider.tsx'
import { useSession } from '../auth/session.queries.ts'
import {
  cachedRoom,
  catchUp,
  heldRoomIds,
  receive,
  refreshPending,
  roomsQuery,
  takeMessage,
  updateRooms,
  updateTimeline,
} from './chat.queries.ts'
import { changeRoom, countMessage, putRoom } from './rooms-cache.ts'
import { markRead } from './timeline.ts'
import { useSending } from './use-outbox.ts'

/** Takes chat's live events into the query cache, and sends what waits. Mount once, while someone is logged in. */
export function useChatEvents(): void {
  const queryClient = useQueryClient()
  const session = useSession()
  const viewerId = session.status === 'in' ? session.session.user.id : ''

  const onRoom = useCallback<ServerToClientEvents['room.opened']>(
    (room) => updateRooms(queryClient, (rooms) => putRoom(rooms, room)),
    [queryClient],
  )

  const onMessage = useCallback<ServerToClientEvents['message.created']>(
    (message) => {
      receive(queryClient, message.room_id, [message])
      if (cachedRoom(queryClient, message.room_id))
        updateRooms(queryClient, (rooms) => countMessage(rooms, message, viewerId))
      // A room that the list does not know: its own event was missed.
      else void queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey })
    },
    [queryClient, viewerId],
  )

  const onChanged = useCallback<ServerToClientEvents['message.updated']>(
    (message) => takeMessage(queryClient, message),
    [queryClient],
  )

  const onRead = useCallback<ServerToClientEvents['room.read']>(
    ({ room_id, reader_id, up_to_seq, unread_count }) => {
      const room = cachedRoom(queryClient, room_id)
      if (!room) return
      const senderId = reader_id === viewerId ? room.partner.id : viewerId
      updateTimeline(queryClient, room_id, (timeline) => markRead(timeline, senderId, up_to_seq))
      updateRooms(queryClient, (rooms) =>
        changeRoom(
          rooms,
          room_id,
          reader_id === viewerId ? { unread_count: unread_count ?? 0 } : { partner_read_seq: up_to_seq },
        ),
      )
    },
    [queryClient, viewerId],
  )

  const onConnect = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey })
    for (const roomId of heldRoomIds(queryClient)) {
      void catchUp(queryClient, roomId)
      void refreshPending(queryClient, roomId)
    }
    // What failed to load while the server was away is asked for again, without anyone having to press a button.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [queryClient])

  useLiveEvent('room.opened', onRoom)
  useLiveEvent('room.updated', onRoom)
  useLiveEvent('message.created', onMessage)
  useLiveEvent('message.updated', onChanged)
  useLiveEvent('room.read', onRead)
  useLiveConnect(onConnect)
  useSending()
}
