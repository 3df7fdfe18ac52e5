import type { Message, Room } from '@kundig/contract/chat/chat.contract'

import type { LiveServer } from '../../platform/live/live-server.ts'

/** What chat announces, always after the commit. */
export function createChatEvents(live: Pick<LiveServer, 'emitToUsers' | 'emitToUser' | 'emitVolatileToUser'>) {
  return {
    /** @param views the room as each participant sees it, by participant id */
    roomOpened: (views: ReadonlyMap<string, Room>): void => {
      for (const [userId, room] of views) live.emitToUser(userId, 'room.opened', room)
    },
    roomUpdated: (views: ReadonlyMap<string, Room>): void => {
      for (const [userId, room] of views) live.emitToUser(userId, 'room.updated', room)
    },
    messageCreated: (participantIds: readonly string[], message: Message): void => {
      live.emitToUsers(participantIds, 'message.created', message)
    },
    messageUpdated: (participantIds: readonly string[], message: Message): void => {
      live.emitToUsers(participantIds, 'message.updated', message)
    },
    roomRead: (
      participantIds: readonly string[],
      read: { room_id: string; reader_id: string; up_to_seq: number },
    ): void => {
      live.emitToUsers(participantIds, 'room.read', read)
    },
    /** To the partner only: whoever types knows it. */
    typing: (partnerId: string, typing: { room_id: string; user_id: string }): void =>
      live.emitVolatileToUser(partnerId, 'typing', typing),
  }
}

export type ChatEvents = ReturnType<typeof createChatEvents>
