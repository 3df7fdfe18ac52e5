import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { Reads } from '../../../platform/database/replica.ts'
import type { ChatEvents } from '../chat.events.ts'
import { presentMessage, collectReadMarks } from '../chat.presenter.ts'
import { findFilesInRange } from '../files/file.repository.ts'
import type { PaymentAttachments } from '../ports.ts'
import { requireRoomAsParticipant } from '../rooms/room-access.ts'
import { findSendRefusal } from '../rooms/room.policy.ts'
import { findById as findRoom, type RoomRow } from '../rooms/room.repository.ts'
import type { MessageBatches } from './message-batches.ts'
import { findPreviews } from './message-preview.repository.ts'
import * as repository from './message.repository.ts'
import { attachPaymentsAndPreviews } from './whole-message.ts'

export interface SendInput {
  room_id: string
  client_id: string
  content: string
  reply_to?: number | undefined
}

export interface PageInput {
  room_id: string
  before_seq?: number | undefined
  after_seq?: number | undefined
  limit: number
}

export interface MessageServiceOptions {
  db: Database
  reads: Reads
  batches: Pick<MessageBatches, 'insert'>
  payments: PaymentAttachments
  events: ChatEvents
  /** Called after each acknowledgement, also of retries. Never throws. */
  onAcknowledged?: (() => void) | undefined
}

/** Spec 4. */
export class MessageService {
  readonly #deps: MessageServiceOptions

  constructor(deps: MessageServiceOptions) {
    this.#deps = deps
  }

  /**
   * Reads from a replica that has all commits before the call. Marks and payments are read later, from the primary. So
   * a message may be newer than its change number but never older. If it is newer, the client fetches changes again.
   */
  async #findOlder({ id, lastSeq }: RoomRow, beforeSeq: number, limit: number) {
    const rows = await this.#deps.reads.run((executor) =>
      repository.findEarlierMessages(executor, id, beforeSeq, limit),
    )
    // Too few rows mean that the replica lags: the primary may acknowledge before it writes (`synchronous_commit`).
    const isWhole = rows.length >= Math.min(limit, beforeSeq - 1, lastSeq)
    return isWhole ? rows : repository.findEarlierMessages(this.#deps.db, id, beforeSeq, limit)
  }

  /**
   * Uses one statement without a transaction, which would cost two more round trips.
   * @throws Refusal ROOM_NOT_FOUND, ROOM_CLOSED, MESSAGE_NOT_FOUND (no message to reply to), UNAVAILABLE (nothing
   * stored)
   */
  async send(senderId: string, input: SendInput, tab?: string): Promise<Message> {
    const { batches, db, payments, events, onAcknowledged } = this.#deps
    const stored = await batches.insert({
      roomId: input.room_id,
      senderId,
      clientId: input.client_id,
      content: input.content,
      replyTo: input.reply_to,
    })
    if (!stored) {
      const room = (await findRoom(db, input.room_id))?.room
      const isMissing = (input.reply_to ?? 0) > (room?.lastSeq ?? 0)
      throw new Refusal(findSendRefusal(room, senderId) ?? (isMissing ? 'MESSAGE_NOT_FOUND' : 'SEND_FAILED'))
    }
    const { row, isNew } = stored
    // New messages are texts. Only an earlier message with the same client id can have a file or a payment request.
    const [file = null] = isNew ? [] : await findFilesInRange(db, row.roomId, row.seq, row.seq)
    const payment = isNew ? null : ((await payments.between(db, row.roomId, row.seq, row.seq)).get(row.seq) ?? null)
    const repliesTo = await findPreviews(db, payments, row.roomId, row.replyTo === null ? [] : [row.replyTo])
    const whole = { message: row, file, payment, repliesTo: repliesTo.get(row.replyTo ?? 0) ?? null }
    const message = presentMessage(whole, new Map())
    // Publishes a retry again: the first attempt may have failed between commit and publishing.
    events.messageSent(stored.participantIds, message, tab)
    onAcknowledged?.()
    return message
  }

  async page(
    viewerId: string,
    input: PageInput,
  ): Promise<{ items: Message[]; has_older: boolean; last_seq: number; change_seq: number }> {
    const { db, payments } = this.#deps
    const found = await requireRoomAsParticipant(db, viewerId, input.room_id)
    const { before_seq: before, after_seq: after, limit } = input
    const rows =
      after !== undefined
        ? await repository.findLaterMessages(db, input.room_id, after, limit)
        : before !== undefined
          ? (await this.#findOlder(found.room, before, limit)).toReversed()
          : (await repository.findEarlierMessages(db, input.room_id, undefined, limit)).toReversed()
    const read = collectReadMarks(found)
    return {
      items: (await attachPaymentsAndPreviews(payments, db, rows)).map((whole) => presentMessage(whole, read)),
      // Positions start at 1 and have no gaps.
      has_older: (rows[0]?.message.seq ?? 1) > 1,
      last_seq: Math.max(found.room.lastSeq, rows.at(-1)?.message.seq ?? 0),
      // The change number is read before the messages, so the messages include all changes up to it.
      change_seq: found.room.changeSeq,
    }
  }
}
