import { useQuery } from '@tanstack/react-query'

import { roomsQuery } from '../cache/chat.queries.ts'
import { countChatNews } from '../cache/rooms-cache.ts'

const NOTHING = { unread: 0, newRooms: 0 }

export function useChatNews(): { unread: number; newRooms: number } {
  return useQuery({ ...roomsQuery, select: countChatNews }).data ?? NOTHING
}
