import { useQuery } from '@tanstack/react-query'

import { roomsQuery } from '../cache/chat.queries.ts'
import { countUnread } from '../cache/rooms-cache.ts'

/**
 * How many messages the person has not read, over all rooms, and how many rooms that they asked for they have not opened;
 * 0 while unknown.
 */
export function useUnreadTotal(): number {
  return useQuery({ ...roomsQuery, select: countUnread }).data ?? 0
}
