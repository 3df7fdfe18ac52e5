import type { QueryClient } from '@tanstack/react-query'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import { refetchFailedLoads } from '../../../platform/api/retry-failed-loads.ts'
import { runWaitingRetries } from '../../../platform/api/retry-until-done.ts'
import { applyReadMark, updateRooms } from './chat.queries.ts'
import { applyCreatedMessage, applyUpdatedMessage } from './incoming.ts'
import { resumeRooms } from './resume.ts'
import { upsertRoom } from './rooms-cache.ts'

type ChatEvent = 'room.opened' | 'room.updated' | 'message.created' | 'message.updated' | 'room.read'

export interface ChatSync {
  on: Pick<ServerToClientEvents, ChatEvent>
  /** Fetches missed data. Call it on every new connection, including the first. */
  onConnect: () => void
}

export function createChatSync(queryClient: QueryClient, viewerId: string): ChatSync {
  const onRoom: ServerToClientEvents['room.opened'] = (room) =>
    updateRooms(queryClient, (rooms) => upsertRoom(rooms, room))
  return {
    on: {
      'room.opened': onRoom,
      'room.updated': onRoom,
      'message.created': (message) => applyCreatedMessage(queryClient, message, viewerId),
      'message.updated': (message) => applyUpdatedMessage(queryClient, message, viewerId),
      'room.read': (read) => applyReadMark(queryClient, read, viewerId),
    },
    onConnect: () => {
      runWaitingRetries()
      // `resume` fetches the events from before this connection. Duplicates of live events are dropped.
      void resumeRooms(queryClient)
      void refetchFailedLoads(queryClient)
    },
  }
}
