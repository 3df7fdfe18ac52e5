import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { api } from '../../platform/api/client.ts'
import { roomsQuery, updateRooms } from './chat.queries.ts'
import { putRoom } from './rooms-cache.ts'

export type RoomState = { status: 'loading' } | { status: 'missing' } | { status: 'found'; room: Room }

/** A room from the list; one that is not in it yet (just opened, or a shared link) is asked for by itself. */
export function useRoom(roomId: string): RoomState {
  const queryClient = useQueryClient()
  const listed = useQuery({ ...roomsQuery, select: (rooms) => rooms.items.find(({ id }) => id === roomId) })
  const isUnlisted = listed.isSuccess && listed.data === undefined
  const alone = useQuery({
    ...api.chat.room.queryOptions({ input: { id: roomId } }),
    enabled: isUnlisted,
    retry: false,
  })

  useEffect(() => {
    const room = alone.data
    if (room && isUnlisted) updateRooms(queryClient, (rooms) => putRoom(rooms, room))
  }, [alone.data, isUnlisted, queryClient])

  const room = listed.data ?? alone.data
  if (room) return { status: 'found', room }
  return alone.isError ? { status: 'missing' } : { status: 'loading' }
}
