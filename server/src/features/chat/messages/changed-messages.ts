import type { Message } from '@kundig/contract/chat/chat.contract'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { ChatEvents } from '../chat.events.ts'
import { presentMessage, collectReadMarks } from '../chat.presenter.ts'
import type { PaymentAttachments } from '../ports.ts'
import { requireRoomAsParticipant } from '../rooms/room-access.ts'
import type { RoomRow } from '../rooms/room.repository.ts'
import type { ChangedMessageRow } from './message-change.repository.ts'
import { attachFiles, findMessagesAtPositions } from './message.repository.ts'
import { attachPaymentsAndPreviews, type WholeMessage } from './whole-message.ts'

export interface ChangedMessagesOptions {
  db: Database
  payments: PaymentAttachments
  events: Pick<ChatEvents, 'messageUpdated'>
}

export interface MessagePosition {
  room_id: string
  seq: number
}

/** Publishes committed changes to both participants, and answers calls that changed nothing. */
export class ChangedMessages {
  readonly #deps: ChangedMessagesOptions

  constructor(deps: ChangedMessagesOptions) {
    this.#deps = deps
  }

  #publish(participantIds: readonly string[], message: Message): Message {
    this.#deps.events.messageUpdated(participantIds, message)
    return message
  }

  async publish({ row, participantIds, partnerReadSeq }: ChangedMessageRow): Promise<Message> {
    const { db, payments } = this.#deps
    const reads = new Map(participantIds.map((id) => [id, id === row.senderId ? 0 : partnerReadSeq]))
    const [whole] = await attachPaymentsAndPreviews(payments, db, await attachFiles(db, [row]))
    if (!whole) throw new Error('changed message without its parts')
    return this.#publish(participantIds, presentMessage(whole, reads))
  }

  /** Repeats a publication that may have failed. @throws Refusal ROOM_NOT_FOUND, or the code from `findRefusal` */
  async publishAgain(
    viewerId: string,
    { room_id: roomId, seq }: MessagePosition,
    findRefusal: (found: WholeMessage | undefined, room: RoomRow) => ErrorCode | null,
  ): Promise<Message> {
    const { db, payments } = this.#deps
    const found = await requireRoomAsParticipant(db, viewerId, roomId)
    const [whole] = await attachPaymentsAndPreviews(payments, db, await findMessagesAtPositions(db, roomId, [seq]))
    const refusal = findRefusal(whole, found.room)
    if (refusal || !whole) throw new Refusal(refusal ?? 'MESSAGE_NOT_FOUND')
    return this.#publish(found.room.participantIds, presentMessage(whole, collectReadMarks(found)))
  }
}
