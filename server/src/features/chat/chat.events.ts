import type { Message, ReadMark, Room } from '@kundig/contract/chat/chat.contract'

import type { LiveServer } from '../../platform/live/live-server.ts'

export function createChatEvents(
  live: Pick<LiveServer, 'emitToUsers' | 'emitToUsersBut' | 'emitToUser' | 'emitVolatileToUser'>,
) {
  return {
    roomOpened: (viewsByUser: ReadonlyMap<string, Room>): void => {
      for (const [userId, room] of viewsByUser) live.emitToUser(userId, 'room.opened', room)
    },
    roomUpdated: (viewsByUser: ReadonlyMap<string, Room>): void => {
      for (const [userId, room] of viewsByUser) live.emitToUser(userId, 'room.updated', room)
    },
    messageCreated: (participantIds: readonly string[], message: Message): void => {
      live.emitToUsers(participantIds, 'message.created', message)
    },
    /** @param tab connection that gets the message in its acknowledgement */
    messageSent: (participantIds: readonly string[], message: Message, tab: string | undefined): void => {
      if (tab === undefined) live.emitToUsers(participantIds, 'message.created', message)
      else live.emitToUsersBut({ userIds: participantIds, tab }, 'message.created', message)
    },
    /** Publishes nothing for a message without a change number. */
    messageUpdated: (participantIds: readonly string[], message: Message): void => {
      const { change_seq: changeSeq } = message
      if (changeSeq !== undefined)
        live.emitToUsers(participantIds, 'message.updated', { ...message, change_seq: changeSeq })
    },
    roomRead: (participantIds: readonly string[], read: ReadMark & { reader_id: string }): void => {
      live.emitToUsers(participantIds, 'room.read', read)
    },
    typing: (partnerId: string, typing: { room_id: string; user_id: string }): void =>
      live.emitVolatileToUser(partnerId, 'typing', typing),
  }
}

export type ChatEvents = ReturnType<typeof createChatEvents>
