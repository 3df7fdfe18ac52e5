import type { QueryClient } from '@tanstack/react-query'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import { refetchFailedLoads } from '../../../platform/api/retry-failed-loads.ts'
import { retryNow } from '../../../platform/api/retry-until-done.ts'
import { applyRead, updateRooms } from './chat.queries.ts'
import { applyCreated, applyUpdated } from './incoming.ts'
import { resumeRooms } from './resume.ts'
import { putRoom } from './rooms-cache.ts'

type ChatEvent = 'room.opened' | 'room.updated' | 'message.created' | 'message.updated' | 'room.read'

export interface ChatSync {
  on: Pick<ServerToClientEvents, ChatEvent>
  /** Fetches missed data. Call it on every new connection, including the first. */
  onConnect: () => void
}

export function createChatSync(queryClient: QueryClient, viewerId: string): ChatSync {
  const onRoom: ServerToClientEvents['room.opened'] = (room) =>
    updateRooms(queryClient, (rooms) => putRoom(rooms, room))
  return {
    on: {
      'room.opened': onRoom,
      'room.updated': onRoom,
      'message.created': (message) => applyCreated(queryClient, message, viewerId),
      'message.updated': (message) => applyUpdated(queryClient, message, viewerId),
      'room.read': (read) => applyRead(queryClient, read, viewerId),
    },
    onConnect: () => {
      retryNow()
      // `resume` fetches the events from before this connection. Duplicates of live events are dropped.
      void resumeRooms(queryClient)
      void refetchFailedLoads(queryClient)
    },
  }
}
