import type { ChangedMessage, Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import type { ChatEvents } from '../chat.events.ts'
import { messageId, presentMessage, readUpTo } from '../chat.presenter.ts'
import type { PaymentAttachments } from '../ports.ts'
import { sendRefusal } from '../rooms/room.policy.ts'
import { findById as findRoom } from '../rooms/room.repository.ts'
import * as repository from './message.repository.ts'
import { withPayments } from './whole-message.ts'

export interface PaymentMessageServiceOptions {
  db: Database
  payments: PaymentAttachments
  events: ChatEvents
}

/**
 * Messages that stand for a payment request, for whoever keeps those: stored, changed and published by the transactions
 * that store and change the request.
 */
export function createPaymentMessageService({ db, payments, events }: PaymentMessageServiceOptions) {
  /** The message at a place as it is now, with those it concerns. @throws Error when there is none */
  async function find(
    executor: Executor,
    roomId: string,
    seq: number,
  ): Promise<{ message: Message; participantIds: readonly string[] }> {
    const found = await findRoom(executor, roomId)
    const [whole] = await withPayments(payments, executor, await repository.findAt(executor, roomId, [seq]))
    if (!found || !whole) throw new Error('A message that is known of is there')
    return { message: presentMessage(whole, readUpTo(found)), participantIds: found.room.participantIds }
  }

  async function publishChange(tx: Transaction, afterCommit: AfterCommit, roomId: string, seq: number): Promise<void> {
    const { message, participantIds } = await find(tx, roomId, seq)
    const { change_seq: changeSeq } = message
    if (changeSeq === undefined) return
    const changed: ChangedMessage = { ...message, change_seq: changeSeq }
    afterCommit(() => events.messageUpdated(participantIds, changed))
  }

  return {
    /** Runs a transaction that stores a message; again, if a message of the same client id is stored meanwhile. */
    withMessageTransaction: <T>(work: (tx: Transaction, afterCommit: AfterCommit) => Promise<T>): Promise<T> =>
      repository.retryOnConflict(() => db.transaction(work)),

    /**
     * Stores a message inside `withMessageTransaction`. Once the request has its place, `publishCreated` gives the message.
     * @returns its place, and false when the client id was known: then it is the place of the first message of it
     * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED
     */
    insertMessage: async (
      tx: Transaction,
      message: repository.NewMessage,
    ): Promise<{ seq: number; isNew: boolean }> => {
      const stored = await repository.insertOnce(tx, message)
      if (stored) return { seq: stored.row.seq, isNew: stored.isNew }
      const room = (await findRoom(tx, message.roomId))?.room
      throw new Refusal(sendRefusal(room, message.senderId) ?? 'SEND_FAILED')
    },

    /** @returns the message at a place, which both participants are sent after the commit */
    publishCreated: async (
      tx: Transaction,
      afterCommit: AfterCommit,
      roomId: string,
      seq: number,
    ): Promise<Message> => {
      const { message, participantIds } = await find(tx, roomId, seq)
      afterCommit(() => events.messageCreated(participantIds, message))
      return message
    },

    /**
     * Publishes once more a message that was committed, for a retry: the first try may have been cut off between its
     * commit and the publishing.
     */
    republishCreated: async (roomId: string, seq: number): Promise<Message> => {
      const { message, participantIds } = await find(db, roomId, seq)
      events.messageCreated(participantIds, message)
      return message
    },

    /** Whether this client id was used in the room by this sender, for a message of whatever kind. */
    isKnown: async (message: Omit<repository.NewMessage, 'content'>): Promise<boolean> =>
      (await repository.findByClientId(db, message)) !== undefined,

    /** The message at a place as it is now. */
    getAt: async (roomId: string, seq: number): Promise<Message> => (await find(db, roomId, seq)).message,

    messageId,

    /**
     * Counts a change to a message in its room, inside the transaction that changes what the message shows, and
     * publishes it after the commit. Whoever is not reached asks for what changed after the last change they know.
     */
    recordChange: async (
      tx: Transaction,
      afterCommit: AfterCommit,
      roomId: string,
      seq: number,
      /** Writes what others wait for as long as this transaction holds it: as late as can be, and read before it is published. */
      writeLast?: () => Promise<void>,
    ): Promise<void> => {
      await repository.countChange(tx, roomId, seq)
      await writeLast?.()
      await publishChange(tx, afterCommit, roomId, seq)
    },

    /** Publishes the last change of a message once more; nothing where none was counted. */
    republishChange: publishChange,
  }
}

export type PaymentMessageService = ReturnType<typeof createPaymentMessageService>
