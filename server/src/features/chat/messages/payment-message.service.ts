import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import type { ChatEvents } from '../chat.events.ts'
import { toMessageId, presentMessage, collectReadMarks } from '../chat.presenter.ts'
import type { PaymentAttachments } from '../ports.ts'
import { findSendRefusal } from '../rooms/room.policy.ts'
import { findById as findRoom } from '../rooms/room.repository.ts'
import * as repository from './message.repository.ts'
import { insertRefundLine, type NewRefundLine } from './refund-line.repository.ts'
import { attachPaymentsAndPreviews } from './whole-message.ts'

export interface PaymentMessageServiceOptions {
  db: Database
  payments: PaymentAttachments
  events: ChatEvents
}

export class PaymentMessageService {
  readonly #deps: PaymentMessageServiceOptions
  readonly messageId = toMessageId

  constructor(deps: PaymentMessageServiceOptions) {
    this.#deps = deps
  }

  async #find(
    executor: Executor,
    roomId: string,
    seq: number,
  ): Promise<{ message: Message; participantIds: readonly string[] }> {
    const found = await findRoom(executor, roomId)
    const [whole] = await attachPaymentsAndPreviews(
      this.#deps.payments,
      executor,
      await repository.findMessagesAtPositions(executor, roomId, [seq]),
    )
    if (!found || !whole) throw new Error('payment message or room not found')
    return { message: presentMessage(whole, collectReadMarks(found)), participantIds: found.room.participantIds }
  }

  async republishChange(tx: Transaction, afterCommit: AfterCommit, roomId: string, seq: number): Promise<void> {
    const { message, participantIds } = await this.#find(tx, roomId, seq)
    afterCommit(() => this.#deps.events.messageUpdated(participantIds, message))
  }

  /** Retries if a message with the same client id is stored concurrently. */
  withMessageTransaction<T>(work: (tx: Transaction, afterCommit: AfterCommit) => Promise<T>): Promise<T> {
    return repository.retryOnConflict(() => this.#deps.db.transaction(work))
  }

  /**
   * @returns `isNew` false and the first message's position for a known client id
   * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED
   */
  async insertMessage(tx: Transaction, message: repository.NewMessage): Promise<{ seq: number; isNew: boolean }> {
    const stored = await repository.insertMessageWithoutRetry(tx, message)
    if (stored) return { seq: stored.row.seq, isNew: stored.isNew }
    const room = (await findRoom(tx, message.roomId))?.room
    throw new Refusal(findSendRefusal(room, message.senderId) ?? 'SEND_FAILED')
  }

  async publishCreated(tx: Transaction, afterCommit: AfterCommit, roomId: string, seq: number): Promise<Message> {
    const { message, participantIds } = await this.#find(tx, roomId, seq)
    afterCommit(() => this.#deps.events.messageCreated(participantIds, message))
    return message
  }

  /** Stores a refund step, even in a closed room. Sends no push or mail, because the step has its own notifications. */
  async addRefundEvent(tx: Transaction, afterCommit: AfterCommit, line: NewRefundLine): Promise<void> {
    const seq = await insertRefundLine(tx, line)
    await this.publishCreated(tx, afterCommit, line.roomId, seq)
  }

  /** Publishes a created message again, because the first attempt may have failed between commit and publishing. */
  async republishCreated(roomId: string, seq: number): Promise<Message> {
    const { message, participantIds } = await this.#find(this.#deps.db, roomId, seq)
    this.#deps.events.messageCreated(participantIds, message)
    return message
  }

  async isKnown(message: Omit<repository.NewMessage, 'content'>): Promise<boolean> {
    return (await repository.findByClientId(this.#deps.db, message)) !== undefined
  }

  async getAt(roomId: string, seq: number): Promise<Message> {
    return (await this.#find(this.#deps.db, roomId, seq)).message
  }

  /** Publishes after commit. Clients that miss the event request all changes after the last one that they have. */
  async recordChange(
    tx: Transaction,
    afterCommit: AfterCommit,
    roomId: string,
    seq: number,
    /** Runs after all other writes, because other transactions wait for the rows that it locks. */
    writeLast?: () => Promise<void>,
  ): Promise<void> {
    await repository.assignChangeNumber(tx, roomId, seq)
    await writeLast?.()
    await this.republishChange(tx, afterCommit, roomId, seq)
  }
}
