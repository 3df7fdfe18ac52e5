import { Refusal } from '@kundig/contract/errors'

import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { FileService, FileToRead } from './files/file.service.ts'
import type { MessageRow } from './messages/message.repository.ts'
import type { PaymentMessageService } from './messages/payment-message.service.ts'
import * as repository from './messages/removed-message.repository.ts'
import type { PaymentAttachments } from './ports.ts'

export interface MessagePosition {
  roomId: string
  seq: number
}

export interface MessageInContext {
  seq: number
  senderId: string
  content: string
  file: { name: string; type: string; sizeBytes: number; isImage: boolean } | null
  isPaymentRequest: boolean
  isRemoved: boolean
  isDeleted: boolean
  /** Earlier versions of an edited text, oldest first. */
  earlier: readonly { content: string; replacedAt: Date }[]
  sentAt: Date
}

export interface ChatModerationOptions {
  db: Database
  payments: PaymentAttachments
  files: Pick<FileService, 'toRead'>
  messages: Pick<PaymentMessageService, 'recordChange'>
}

/** Callers check permissions. */
export class ChatModerationService {
  readonly #deps: ChatModerationOptions

  constructor(deps: ChatModerationOptions) {
    this.#deps = deps
  }

  async #change(
    tx: Transaction,
    afterCommit: AfterCommit,
    { roomId, seq }: MessagePosition,
    work: typeof repository.withholdContent,
  ): Promise<boolean> {
    await repository.lockRoom(tx, roomId)
    if (!(await work(tx, roomId, seq))) return false
    await this.#deps.messages.recordChange(tx, afterCommit, roomId, seq)
    return true
  }

  /** @returns false for missing or removed messages, and for payment requests and refund steps: these are agreements */
  async remove(tx: Transaction, afterCommit: AfterCommit, place: MessagePosition): Promise<boolean> {
    const asked = await this.#deps.payments.between(tx, place.roomId, place.seq, place.seq)
    return asked.size === 0 && this.#change(tx, afterCommit, place, repository.withholdContent)
  }

  /** @returns false for a message that is not removed, or whose content is erased */
  restore(tx: Transaction, afterCommit: AfterCommit, place: MessagePosition): Promise<boolean> {
    return this.#change(tx, afterCommit, place, repository.restoreContent)
  }

  /** Erases messages in the transaction that closes the account. Keeps messages of undecided cases. */
  eraseByPerson(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<void> {
    return repository.eraseRemovedMessages(tx, userId)
  }

  /** @returns the message with at most `each` messages on each side, in order; empty if the message does not exist */
  async around({ roomId, seq, each }: MessagePosition & { each: number }): Promise<MessageInContext[]> {
    const [first, last] = [seq - each, seq + each]
    const found = await repository.findSentMessages(this.#deps.db, roomId, first, last)
    if (!found.some(({ message }) => message.seq === seq)) return []
    const asked = await this.#deps.payments.between(this.#deps.db, roomId, first, last)
    return found.map(({ message, file, isRemoved, earlier }) => ({
      seq: message.seq,
      senderId: message.senderId,
      content: appendAppointmentLink(message),
      file: file && { name: file.name, type: file.type, sizeBytes: file.size, isImage: file.width !== null },
      isPaymentRequest: asked.has(message.seq),
      isRemoved,
      isDeleted: message.deleted,
      earlier,
      sentAt: message.createdAt,
    }))
  }

  async fileContent({ roomId, seq }: MessagePosition, kind: 'files' | 'thumbnails' = 'files'): Promise<FileToRead> {
    const [found] = await repository.findSentMessages(this.#deps.db, roomId, seq, seq)
    if (!found?.file) throw new Refusal('FILE_NOT_FOUND')
    return this.#deps.files.toRead(found.file, kind)
  }
}

/** Adds the link of an appointment to the text, because the link may break the rules too. */
function appendAppointmentLink({ content, appointment }: MessageRow): string {
  return appointment?.link ? `${content}\n${appointment.link}` : content
}
