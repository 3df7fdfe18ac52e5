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
 * Messages of payment requests: stored, changed and published by the transactions that store and change the request.
 */
export class PaymentMessageService {
  readonly #deps: PaymentMessageServiceOptions
  readonly messageId = messageId

  constructor(deps: PaymentMessageServiceOptions) {
    this.#deps = deps
  }

  /** Returns the current message at a position, with its participants. @throws Error without one */
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

  /** Publishes the last change of a message again; does nothing without a change. */
  async republishChange(tx: Transaction, afterCommit: AfterCommit, roomId: string, seq: number): Promise<void> {
    const { message, participantIds } = await this.#find(tx, roomId, seq)
    const { change_seq: changeSeq } = message
    if (changeSeq === undefined) return
    const changed: ChangedMessage = { ...message, change_seq: changeSeq }
    afterCommit(() => this.#deps.events.messageUpdated(participantIds, changed))
  }

  /** Runs a transaction that stores a message; retries if a message of the same client id is stored concurrently. */
  withMessageTransaction<T>(work: (tx: Transaction, afterCommit: AfterCommit) => Promise<T>): Promise<T> {
    return repository.retryOnConflict(() => this.#deps.db.transaction(work))
  }

  /**
   * Stores a message inside `withMessageTransaction`. `publishCreated` returns the message after the request has its
   * position.
   * @returns its position, and false for a known client id: then the position of its first message
   * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED
   */
  async insertMessage(tx: Transaction, message: repository.NewMessage): Promise<{ seq: number; isNew: boolean }> {
    const stored = await repository.insertOnce(tx, message)
    if (stored) return { seq: stored.row.seq, isNew: stored.isNew }
    const room = (await findRoom(tx, message.roomId))?.room
    throw new Refusal(sendRefusal(room, message.senderId) ?? 'SEND_FAILED')
  }

  /** @returns the message at a position, which both participants receive after the commit */
  async publishCreated(tx: Transaction, afterCommit: AfterCommit, roomId: string, seq: number): Promise<Message> {
    const { message, participantIds } = await this.#find(tx, roomId, seq)
    afterCommit(() => this.#deps.events.messageCreated(participantIds, message))
    return message
  }

  /**
   * Publishes a committed message again, for a retry: the first try may have been cut off between commit and
   * publishing.
   */
  async republishCreated(roomId: string, seq: number): Promise<Message> {
    const { message, participantIds } = await this.#find(this.#deps.db, roomId, seq)
    this.#deps.events.messageCreated(participantIds, message)
    return message
  }

  /** True when this sender used the client id in the room, for a message of any kind. */
  async isKnown(message: Omit<repository.NewMessage, 'content'>): Promise<boolean> {
    return (await repository.findByClientId(this.#deps.db, message)) !== undefined
  }

  async getAt(roomId: string, seq: number): Promise<Message> {
    return (await this.#find(this.#deps.db, roomId, seq)).message
  }

  /**
   * Records a change of a message in its room, and publishes it after the commit. Runs inside the transaction that
   * changes the shown message. Clients that miss the event request all changes after their last known one.
   */
  async recordChange(
    tx: Transaction,
    afterCommit: AfterCommit,
    roomId: string,
    seq: number,
    /**
     * Writes rows that other transactions wait for during this one: as late as possible, and before the read for
     * publishing.
     */
    writeLast?: () => Promise<void>,
  ): Promise<void> {
    await repository.countChange(tx, roomId, seq)
    await writeLast?.()
    await this.republishChange(tx, afterCommit, roomId, seq)
  }
}
