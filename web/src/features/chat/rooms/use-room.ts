import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { useStickyError } from '../../../design-system/states/sticky-error.ts'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { roomsQuery, updateRooms } from '../cache/chat.queries.ts'
import { upsertRoom } from '../cache/rooms-cache.ts'

export type RoomState =
  | { status: 'loading' }
  /** The room does not exist, or this person has no access. */
  | { status: 'missing' }
  | { status: 'failed'; isOffline: boolean; busy: boolean; retry: () => void }
  | { status: 'found'; room: Room }

/** Errors that count as a missing room. A malformed id is `INVALID_INPUT`. */
const MISSING: readonly ErrorCode[] = ['ROOM_NOT_FOUND', 'INVALID_INPUT']

/** Returns a room from the list. Fetches a room that is not listed, such as one from a shared link. */
export function useRoom(roomId: string): RoomState {
  const queryClient = useQueryClient()
  const listed = useQuery({ ...roomsQuery, select: (rooms) => rooms.items.find(({ id }) => id === roomId) })
  const isUnlisted = listed.isSuccess && listed.data === undefined
  const alone = useQuery({
    ...api.chat.room.queryOptions({ input: { id: roomId } }),
    enabled: isUnlisted,
  })

  useEffect(() => {
    const room = alone.data
    if (room && isUnlisted) updateRooms(queryClient, (rooms) => upsertRoom(rooms, room))
  }, [alone.data, isUnlisted, queryClient])

  const error = useStickyError(alone)
  const room = listed.data ?? alone.data
  if (room) return { status: 'found', room }
  if (!error) return { status: 'loading' }
  const { code } = toFailure(error)
  if (MISSING.includes(code)) return { status: 'missing' }
  return {
    status: 'failed',
    isOffline: code === 'NETWORK',
    busy: alone.isFetching,
    retry: () => void alone.refetch(),
  }
}
