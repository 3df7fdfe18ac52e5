import { useQuery } from '@tanstack/react-query'

import { roomsQuery } from '../cache/chat.queries.ts'
import { getUnreadCounts } from '../cache/rooms-cache.ts'

const NOTHING = { unread: 0, newRooms: 0 }

export function useUnreadChats(): { unread: number; newRooms: number } {
  return useQuery({ ...roomsQuery, select: getUnreadCounts }).data ?? NOTHING
}
