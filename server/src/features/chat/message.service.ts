import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../platform/database/database.ts'
import type { ChatEvents } from './chat.events.ts'
import { presentMessage } from './chat.presenter.ts'
import { findBetween as findFiles } from './file.repository.ts'
import * as repository from './message.repository.ts'
import { findAsParticipant } from './room-access.ts'
import { sendRefusal } from './room.policy.ts'
import { findById as findRoom, type RoomWithMembers } from './room.repository.ts'

export interface SendInput {
  room_id: string
  client_id: string
  content: string
}

export interface PageInput {
  room_id: string
  before_seq?: number | undefined
  after_seq?: number | undefined
  limit: number
}

export function createMessageService({ db, events }: { db: Database; events: ChatEvents }) {
  const readUpTo = ({ members }: RoomWithMembers): Map<string, number> =>
    new Map(members.map((member) => [member.userId, member.lastReadSeq]))

  return {
    /**
     * Sends a message. A client id that was used before sends nothing and answers with the first message,
     * so a client may retry until it is acknowledged.
     * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED
     */
    send: async (senderId: string, input: SendInput): Promise<Message> => {
      const stored = await repository.insertNext(db, {
        roomId: input.room_id,
        senderId,
        clientId: input.client_id,
        content: input.content,
      })
      if (!stored) {
        const room = (await findRoom(db, input.room_id))?.room
        throw new Refusal(sendRefusal(room, senderId) ?? 'SEND_FAILED')
      }
      const { row, isNew } = stored
      const [file = null] = isNew ? [] : await findFiles(db, row.roomId, row.seq, row.seq)
      const message = presentMessage({ message: row, file }, new Map())
      // A retry is announced again: the first try may have been cut off between its commit and this line.
      events.messageCreated(stored.participantIds, message)
      return message
    },

    /**
     * A page of messages in order: the newest, those before a place, or those after one.
     * @throws Refusal ROOM_NOT_FOUND
     */
    page: async (
      viewerId: string,
      input: PageInput,
    ): Promise<{ items: Message[]; has_older: boolean; last_seq: number }> => {
      const found = await findAsParticipant(db, viewerId, input.room_id)
      const rows =
        input.after_seq === undefined
          ? (await repository.findBefore(db, input.room_id, input.before_seq, input.limit)).toReversed()
          : await repository.findAfter(db, input.room_id, input.after_seq, input.limit)
      const read = readUpTo(found)
      return {
        items: rows.map((row) => presentMessage(row, read)),
        // Places start at 1 and have no gaps.
        has_older: (rows[0]?.message.seq ?? 1) > 1,
        last_seq: Math.max(found.room.lastSeq, rows.at(-1)?.message.seq ?? 0),
      }
    },
  }
}

export type MessageService = ReturnType<typeof createMessageService>
