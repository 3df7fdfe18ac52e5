import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { ServerToClientEvents } from '@kundig/contract/live-events'

import { isWorthRetrying } from '../../platform/api/failure.ts'
import { retryNow } from '../../platform/api/retry-until-done.ts'
import { useLiveConnect, useLiveEvent } from '../../platform/live/live-provider.tsx'
import { useSession } from '../auth/session.queries.ts'
import { cachedRoom, refreshRooms, takeRead, updateRooms } from './chat.queries.ts'
import { takeMessage, takeStanding } from './incoming.ts'
import { resume } from './resume.ts'
import { countMessage, putRoom } from './rooms-cache.ts'
import { useSending } from './use-outbox.ts'

/** Takes chat's live events into the query cache, and sends what waits. Mount once, while someone is logged in. */
export function useChatEvents(): void {
  const queryClient = useQueryClient()
  const session = useSession()
  const viewerId = session.status === 'in' ? session.session.user.id : ''

  const onRoom = useCallback<ServerToClientEvents['room.opened']>(
    (room) => {
      updateRooms(queryClient, (rooms) => putRoom(rooms, room))
      takeStanding(queryClient, room)
    },
    [queryClient],
  )

  const onMessage = useCallback<ServerToClientEvents['message.created']>(
    (message) => {
      takeMessage(queryClient, message)
      if (cachedRoom(queryClient, message.room_id))
        updateRooms(queryClient, (rooms) => countMessage(rooms, message, viewerId))
      // A room that is not loaded: by now it is on the first page, and the total comes with it.
      else void refreshRooms(queryClient)
    },
    [queryClient, viewerId],
  )

  const onChanged = useCallback<ServerToClientEvents['message.updated']>(
    (message) => takeMessage(queryClient, message),
    [queryClient],
  )

  const onRead = useCallback<ServerToClientEvents['room.read']>(
    (read) => takeRead(queryClient, read, viewerId),
    [queryClient, viewerId],
  )

  const onConnect = useCallback(() => {
    retryNow()
    // By now live events come: what came before them is asked for, and what is in both is dropped.
    void resume(queryClient)
    // What failed to load while the server was away is asked for again, without anyone having to press a button. What was
    // refused is an answer.
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && isWorthRetrying(state.error),
    })
  }, [queryClient])

  useLiveEvent('room.opened', onRoom)
  useLiveEvent('room.updated', onRoom)
  useLiveEvent('message.created', onMessage)
  useLiveEvent('message.updated', onChanged)
  useLiveEvent('room.read', onRead)
  useLiveConnect(onConnect)
  useSending()
}
