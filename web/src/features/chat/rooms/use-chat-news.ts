import { useQuery } from '@tanstack/react-query'

import { roomsQuery } from '../cache/chat.queries.ts'
import { countChatNews } from '../cache/rooms-cache.ts'

const NOTHING = { unread: 0, newRooms: 0 }

/** Unread messages over all rooms, and rooms that were never opened; 0 while unknown. */
export function useChatNews(): { unread: number; newRooms: number } {
  return useQuery({ ...roomsQuery, select: countChatNews }).data ?? NOTHING
}
