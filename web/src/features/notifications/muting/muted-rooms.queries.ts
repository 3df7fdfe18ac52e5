import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { MutedRoom } from '@kundig/contract/notifications/notifications.contract'

import { api } from '../../../platform/api/client.ts'

export const mutedRoomsQuery = queryOptions(api.notifications.mutedRooms.queryOptions())

/** Maximum delay of a timer (ms). */
const TIMER_MAX_MS = 2_147_483_647

/** Returns a room's muting; null if the room is not muted. Re-renders when the muting ends. */
export function useMutedRoom(roomId: string): MutedRoom | null {
  const { data } = useQuery(mutedRoomsQuery)
  const muted = data?.items.find(({ room_id: id }) => id === roomId) ?? null
  const [now, setNow] = useState(() => Date.now())
  const endsAt = muted?.until ? Date.parse(muted.until) : null
  useEffect(() => {
    if (endsAt === null) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, endsAt - Date.now()), TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [endsAt])
  return endsAt !== null && endsAt <= now ? null : muted
}
