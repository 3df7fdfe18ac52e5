import type { ChangedMessage, Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import type { Database, Executor } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { ChatEvents } from './chat.events.ts'
import { messageId, presentMessage } from './chat.presenter.ts'
import { findBetween as findFiles } from './file.repository.ts'
import type { MessageBatches } from './message-batches.ts'
import { type PaymentParts, withPayments } from './ports.ts'
import * as repository from './message.repository.ts'
import { findAsParticipant } from './room-access.ts'
import { sendRefusal } from './room.policy.ts'
import { findById as findRoom, type RoomRow, type RoomWithMembers } from './room.repository.ts'

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

/** A message, and those it is announced to. */
export interface MessageToTell {
  message: Message
  participantIds: readonly string[]
}

/** A change to a message that is counted in its room: only such a one can be announced. */
export interface RecordedChange extends MessageToTell {
  message: ChangedMessage
}

export interface MessageServiceOptions {
  db: Database
  reads: Reads
  /** Where texts are stored together with what else waits. */
  batches: MessageBatches
  payments: PaymentParts
  events: ChatEvents
}

/** Messages of any kind (spec 4): sending, reading pages of them, and telling both participants after the commit. */
export function createMessageService({ db, reads, batches, payments, events }: MessageServiceOptions) {
  const readUpTo = ({ members }: RoomWithMembers): Map<string, number> =>
    new Map(members.map((member) => [member.userId, member.lastReadSeq]))

  /**
   * The messages before a place of a room, the nearest first. They may come from a replica: as `reads` sees all that was
   * committed before it is asked, they are no older than the room that was read before. Of what changes, marks and
   * payments come from the primary, after them; content and `changed_seq` come from one row. So a message may be newer than
   * the change that it or its page names, which makes a client ask once more, and never older.
   */
  async function findOlder({ id, lastSeq }: RoomRow, beforeSeq: number, limit: number) {
    const rows = await reads.run((executor) => repository.findBefore(executor, id, beforeSeq, limit))
    // Fewer than there must be: from the primary, in case it acknowledges before it writes (`synchronous_commit`).
    const isWhole = rows.length >= Math.min(limit, beforeSeq - 1, lastSeq)
    return isWhole ? rows : repository.findBefore(db, id, beforeSeq, limit)
  }

  /** The message at a place as it is now, with those it concerns. @throws Error when there is none */
  async function find(executor: Executor, roomId: string, seq: number): Promise<MessageToTell> {
    const found = await findRoom(executor, roomId)
    const [whole] = await withPayments(payments, executor, await repository.findAt(executor, roomId, [seq]))
    if (!found || !whole) throw new Error('A message that is known of is there')
    return { message: presentMessage(whole, readUpTo(found)), participantIds: found.room.participantIds }
  }

  return {
    /**
     * Sends a message. A client id that was used before sends nothing and answers with the first message,
     * so a client may retry until it is acknowledged.
     * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED, UNAVAILABLE (too much waits; nothing was stored)
     */
    send: async (senderId: string, input: SendInput): Promise<Message> => {
      const stored = await batches.insert({
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
      // What is new is a text: only the message of a known client id can be more.
      const [file = null] = isNew ? [] : await findFiles(db, row.roomId, row.seq, row.seq)
      const payment = isNew ? null : ((await payments.between(db, row.roomId, row.seq, row.seq)).get(row.seq) ?? null)
      const message = presentMessage({ message: row, file, payment }, new Map())
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
    ): Promise<{ items: Message[]; has_older: boolean; last_seq: number; change_seq: number }> => {
      const found = await findAsParticipant(db, viewerId, input.room_id)
      const { before_seq: before, after_seq: after, limit } = input
      const rows =
        after !== undefined
          ? await repository.findAfter(db, input.room_id, after, limit)
          : before !== undefined
            ? (await findOlder(found.room, before, limit)).toReversed()
            : (await repository.findBefore(db, input.room_id, undefined, limit)).toReversed()
      const read = readUpTo(found)
      return {
        items: (await withPayments(payments, db, rows)).map((whole) => presentMessage(whole, read)),
        // Places start at 1 and have no gaps.
        has_older: (rows[0]?.message.seq ?? 1) > 1,
        last_seq: Math.max(found.room.lastSeq, rows.at(-1)?.message.seq ?? 0),
        // Read before the messages: they may know of later changes, and know of all up to this one.
        change_seq: found.room.changeSeq,
      }
    },

    /**
     * Makes a message inside the `posting` of whoever fills it. Announce it with `announceCreated` after the commit.
     * @returns its place, and false when the client id was known: then it is the place of the first message of it
     * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED
     */
    post: async (tx: Executor, message: repository.NewMessage): Promise<{ seq: number; isNew: boolean }> => {
      const stored = await repository.insertOnce(tx, message)
      if (stored) return { seq: stored.row.seq, isNew: stored.isNew }
      const room = (await findRoom(tx, message.roomId))?.room
      throw new Refusal(sendRefusal(room, message.senderId) ?? 'SEND_FAILED')
    },

    /** Runs a transaction that posts a message; again, if a message of the same client id is posted meanwhile. */
    posting: <T>(work: (tx: Executor) => Promise<T>): Promise<T> => repository.untilAlone(() => db.transaction(work)),

    /** Whether this client id was used in the room by this sender, for a message of whatever kind. */
    isKnown: async (message: Omit<repository.NewMessage, 'content'>): Promise<boolean> =>
      (await repository.findByClientId(db, message)) !== undefined,

    /** A message as it is now, with those it concerns. */
    at: find,

    /** What the message at a place is called. */
    idOf: messageId,

    /** Tells both participants of a message that was posted, and returns it. */
    announceCreated: async (roomId: string, seq: number): Promise<Message> => {
      const { message, participantIds } = await find(db, roomId, seq)
      events.messageCreated(participantIds, message)
      return message
    },

    /**
     * Counts a change to a message in its room, inside the transaction that changes what the message shows. Tell it with
     * `announceUpdated` after the commit; whoever is not reached asks for what changed after the last change they know.
     */
    recordChange: async (tx: Executor, roomId: string, seq: number): Promise<RecordedChange> => {
      const changeSeq = await repository.countChange(tx, roomId, seq)
      const { message, participantIds } = await find(tx, roomId, seq)
      return { message: { ...message, change_seq: changeSeq }, participantIds }
    },

    /** The last change of a message, for who has to tell it once more; undefined where none was counted. */
    lastChangeOf: async (executor: Executor, roomId: string, seq: number): Promise<RecordedChange | undefined> => {
      const { message, participantIds } = await find(executor, roomId, seq)
      const { change_seq: changeSeq } = message
      return changeSeq === undefined ? undefined : { message: { ...message, change_seq: changeSeq }, participantIds }
    },

    /** Tells both participants what a message has become, after the commit of the transaction that changed it. */
    announceUpdated: ({ message, participantIds }: RecordedChange): void =>
      events.messageUpdated(participantIds, message),
  }
}

export type MessageService = ReturnType<typeof createMessageService>
