import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { roomsQuery, updateRooms } from './chat.queries.ts'
import type { Rooms } from './rooms-cache.ts'

test('an answer that was asked for before an event does not undo it', async () => {
  const queryClient = new QueryClient()
  const rooms = (unread_total: number): Rooms => ({ items: [], unread_total })
  const answers: ((rooms: Rooms) => void)[] = []
  // The server, whose answers come when the test lets them.
  queryClient.setQueryDefaults(roomsQuery.queryKey, {
    queryFn: () => new Promise<Rooms>((resolve) => void answers.push(resolve)),
  })
  queryClient.setQueryData(roomsQuery.queryKey, { items: [], unread_total: 2 })
  void queryClient.refetchQueries({ queryKey: roomsQuery.queryKey, type: 'all' })
  updateRooms(queryClient, () => rooms(0))
  answers[0]?.(rooms(2))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(rooms(0))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryData(roomsQuery.queryKey)?.unread_total).toBe(0)
})
