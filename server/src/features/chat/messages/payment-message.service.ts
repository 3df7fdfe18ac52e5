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
export class PaymentMessageService {
  readonly #deps: PaymentMessageServiceOptions
  readonly messageId = messageId

  constructor(deps: PaymentMessageServiceOptions) {
    this.#deps = deps
  }

  /** The message at a place as it is now, with those it concerns. @throws Error when there is none */
  async #find(
    executor: Executor,
    roomId: string,
    seq: number,
  ): Promise<{ message: Message; participantIds: readonly string[] }> {
    const found = await findRoom(executor, roomId)
    const [whole] = await withPayments(this.#deps.payments, executor, await repository.findAt(executor, roomId, [seq]))
    if (!found || !whole) throw new Error('A message that is known of is there')
    return { message: presentMessage(whole, readUpTo(found)), participantIds: found.room.participantIds }
  }

  /** Publishes the last change of a message once more; nothing where none was counted. */
  async republishChange(tx: Transaction, afterCommit: AfterCommit, roomId: string, seq: number): Promise<void> {
    const { message, participantIds } = await this.#find(tx, roomId, seq)
    const { change_seq: changeSeq } = message
    if (changeSeq === undefined) return
    const changed: ChangedMessage = { ...message, change_seq: changeSeq }
    afterCommit(() => this.#deps.events.messageUpdated(participantIds, changed))
  }

  /** Runs a transaction that stores a message; again, if a message of the same client id is stored meanwhile. */
  withMessageTransaction<T>(work: (tx: Transaction, afterCommit: AfterCommit) => Promise<T>): Promise<T> {
    return repository.retryOnConflict(() => this.#deps.db.transaction(work))
  }

  /**
   * Stores a message inside `withMessageTransaction`. Once the request has its place, `publishCreated` gives the message.
   * @returns its place, and false when the client id was known: then it is the place of the first message of it
   * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED
   */
  async insertMessage(tx: Transaction, message: repository.NewMessage): Promise<{ seq: number; isNew: boolean }> {
    const stored = await repository.insertOnce(tx, message)
    if (stored) return { seq: stored.row.seq, isNew: stored.isNew }
    const room = (await findRoom(tx, message.roomId))?.room
    throw new Refusal(sendRefusal(room, message.senderId) ?? 'SEND_FAILED')
  }

  /** @returns the message at a place, which both participants are sent after the commit */
  async publishCreated(tx: Transaction, afterCommit: AfterCommit, roomId: string, seq: number): Promise<Message> {
    const { message, participantIds } = await this.#find(tx, roomId, seq)
    afterCommit(() => this.#deps.events.messageCreated(participantIds, message))
    return message
  }

  /**
   * Publishes once more a message that was committed, for a retry: the first try may have been cut off between its
   * commit and the publishing.
   */
  async republishCreated(roomId: string, seq: number): Promise<Message> {
    const { message, participantIds } = await this.#find(this.#deps.db, roomId, seq)
    this.#deps.events.messageCreated(participantIds, message)
    return message
  }

  /** Whether this client id was used in the room by this sender, for a message of whatever kind. */
  async isKnown(message: Omit<repository.NewMessage, 'content'>): Promise<boolean> {
    return (await repository.findByClientId(this.#deps.db, message)) !== undefined
  }

  /** The message at a place as it is now. */
  async getAt(roomId: string, seq: number): Promise<Message> {
    return (await this.#find(this.#deps.db, roomId, seq)).message
  }

  /**
   * Counts a change to a message in its room, inside the transaction that changes what the message shows, and
   * publishes it after the commit. Whoever is not reached asks for what changed after the last change they know.
   */
  async recordChange(
    tx: Transaction,
    afterCommit: AfterCommit,
    roomId: string,
    seq: number,
    /** Writes rows that others wait for while this transaction holds them: as late as possible, and read before publishing. */
    writeLast?: () => Promise<void>,
  ): Promise<void> {
    await repository.countChange(tx, roomId, seq)
    await writeLast?.()
    await this.republishChange(tx, afterCommit, roomId, seq)
  }
}
