import { useQuery } from '@tanstack/react-query'

import { roomsQuery } from '../cache/chat.queries.ts'

/** How many messages the person has not read, over all rooms; 0 while unknown. */
export function useUnreadTotal(): number {
  return useQuery({ ...roomsQuery, select: (rooms) => rooms.unread_total }).data ?? 0
}
