import type { QueryClient } from '@tanstack/react-query'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import { refetchFailedLoads } from '../../../platform/api/retry-failed-loads.ts'
import { retryNow } from '../../../platform/api/retry-until-done.ts'
import { applyRead, updateRooms } from './chat.queries.ts'
import { applyCreated, applyMessage } from './incoming.ts'
import { resume } from './resume.ts'
import { applyLastMessage, putRoom } from './rooms-cache.ts'

type ChatEvent = 'room.opened' | 'room.updated' | 'message.created' | 'message.updated' | 'room.read'

/** What a tab does with each of chat's live events, and when it may have missed some. */
export interface ChatSync {
  on: Pick<ServerToClientEvents, ChatEvent>
  /** Fetches what was missed; on every new connection, the first too. */
  onConnect: () => void
}

/** @param viewerId whose tab it is */
export function createChatSync(queryClient: QueryClient, viewerId: string): ChatSync {
  const onRoom: ServerToClientEvents['room.opened'] = (room) =>
    updateRooms(queryClient, (rooms) => putRoom(rooms, room))
  return {
    on: {
      'room.opened': onRoom,
      'room.updated': onRoom,
      'message.created': (message) => applyCreated(queryClient, message, viewerId),
      'message.updated': (message) => {
        applyMessage(queryClient, message)
        updateRooms(queryClient, (rooms) => applyLastMessage(rooms, message))
      },
      'room.read': (read) => applyRead(queryClient, read, viewerId),
    },
    onConnect: () => {
      retryNow()
      // From now on live events come; what was missed before them is fetched, and what is in both is dropped.
      void resume(queryClient)
      void refetchFailedLoads(queryClient)
    },
  }
}
