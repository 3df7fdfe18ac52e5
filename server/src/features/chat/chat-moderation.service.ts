import { Refusal } from '@kundig/contract/errors'

import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { FileService, FileToRead } from './files/file.service.ts'
import type { PaymentMessageService } from './messages/payment-message.service.ts'
import * as repository from './messages/removed-message.repository.ts'
import type { PaymentAttachments } from './ports.ts'

/** A message by its room and its place in it. */
export interface MessagePlace {
  roomId: string
  seq: number
}

/** A message for somebody who decides about it or one near it: as it was sent, and without who has read it. */
export interface MessageInContext {
  seq: number
  senderId: string
  content: string
  /** Null for what is no file. */
  file: { name: string; type: string; sizeBytes: number; isImage: boolean } | null
  isPaymentRequest: boolean
  isRemoved: boolean
  sentAt: Date
}

export interface ChatModerationOptions {
  db: Database
  payments: PaymentAttachments
  files: Pick<FileService, 'toRead'>
  messages: Pick<PaymentMessageService, 'recordChange'>
}

/** What decisions do to messages, and what those who decide see of a room; who may is for the caller to ask. */
export class ChatModerationService {
  readonly #deps: ChatModerationOptions

  constructor(deps: ChatModerationOptions) {
    this.#deps = deps
  }

  async #change(
    tx: Transaction,
    afterCommit: AfterCommit,
    { roomId, seq }: MessagePlace,
    work: typeof repository.takeContent,
  ): Promise<boolean> {
    await repository.lockRoom(tx, roomId)
    if (!(await work(tx, roomId, seq))) return false
    await this.#deps.messages.recordChange(tx, afterCommit, roomId, seq)
    return true
  }

  /**
   * Removes a message, with its file: nobody is served either any more, and both people see at its place that it was removed.
   * @returns false where there is nothing to remove: no such message, one that is removed already, or a payment request, which
   *   is a record of what two people agreed
   */
  async remove(tx: Transaction, afterCommit: AfterCommit, place: MessagePlace): Promise<boolean> {
    const asked = await this.#deps.payments.between(tx, place.roomId, place.seq, place.seq)
    return asked.size === 0 && this.#change(tx, afterCommit, place, repository.takeContent)
  }

  /** Undoes `remove`. @returns false where the message is not removed, or what it said is erased */
  restore(tx: Transaction, afterCommit: AfterCommit, place: MessagePlace): Promise<boolean> {
    return this.#change(tx, afterCommit, place, repository.giveContentBack)
  }

  /**
   * Erases what was removed of a person's messages where their account is closed, in that transaction: nobody can object any
   * more. What a case is about that nobody has decided stays.
   */
  eraseOf(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<void> {
    return repository.eraseTakenOf(tx, userId)
  }

  /** A message with at most so many on each side, in order, as they were sent; empty where there is no such message. */
  async around({ roomId, seq, each }: MessagePlace & { each: number }): Promise<MessageInContext[]> {
    const [first, last] = [seq - each, seq + each]
    const found = await repository.findSent(this.#deps.db, roomId, first, last)
    if (!found.some(({ message }) => message.seq === seq)) return []
    const asked = await this.#deps.payments.between(this.#deps.db, roomId, first, last)
    return found.map(({ message, file, isRemoved }) => ({
      seq: message.seq,
      senderId: message.senderId,
      content: message.content,
      file: file && { name: file.name, type: file.type, sizeBytes: file.size, isImage: file.width !== null },
      isPaymentRequest: asked.has(message.seq),
      isRemoved,
      sentAt: message.createdAt,
    }))
  }

  /**
   * The file of a message, whether or not it is removed.
   * @param kind the small image of an image, where wanted
   * @throws Refusal FILE_NOT_FOUND
   */
  async fileContent({ roomId, seq }: MessagePlace, kind: 'files' | 'thumbnails' = 'files'): Promise<FileToRead> {
    const [found] = await repository.findSent(this.#deps.db, roomId, seq, seq)
    if (!found?.file) throw new Refusal('FILE_NOT_FOUND')
    return this.#deps.files.toRead(found.file, kind)
  }
}
