import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Reaction } from '@kundig/contract/chat/reactions'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { ChatEvents } from '../chat.events.ts'
import { presentMessage, readUpTo } from '../chat.presenter.ts'
import type { PaymentAttachments } from '../ports.ts'
import { findAsParticipant } from '../rooms/room-access.ts'
import { findDeletionRefusal, findEditRefusal, findReactionRefusal } from './message-change.policy.ts'
import { type ChangedMessageRow, deleteMessage, editMessage, setReaction } from './message-change.repository.ts'
import { attachFiles, findAt } from './message.repository.ts'
import { completeMessages, type WholeMessage } from './whole-message.ts'

export interface MessageChangeServiceOptions {
  db: Database
  payments: PaymentAttachments
  events: Pick<ChatEvents, 'messageUpdated'>
}

interface MessagePosition {
  room_id: string
  seq: number
}

/** Edits and deletions by senders, and reactions by participants. */
export class MessageChangeService {
  readonly #deps: MessageChangeServiceOptions

  constructor(deps: MessageChangeServiceOptions) {
    this.#deps = deps
  }

  #publish(participantIds: readonly string[], message: Message): Message {
    this.#deps.events.messageUpdated(participantIds, message)
    return message
  }

  async #publishChanged({ row, participantIds, partnerReadSeq }: ChangedMessageRow): Promise<Message> {
    const { db, payments } = this.#deps
    const reads = new Map(participantIds.map((id) => [id, id === row.senderId ? 0 : partnerReadSeq]))
    const [whole] = await completeMessages(payments, db, await attachFiles(db, [row]))
    if (!whole) throw new Error('changed message without its parts')
    return this.#publish(participantIds, presentMessage(whole, reads))
  }

  /** Publishes an earlier change again: its first try may have been cut off between commit and publishing. */
  async #repeat(
    viewerId: string,
    { room_id: roomId, seq }: MessagePosition,
    findRefusal: (found: WholeMessage | undefined) => ErrorCode | null,
  ): Promise<Message> {
    const { db, payments } = this.#deps
    const found = await findAsParticipant(db, viewerId, roomId)
    const [whole] = await completeMessages(payments, db, await findAt(db, roomId, [seq]))
    const refusal = findRefusal(whole)
    if (refusal || !whole) throw new Refusal(refusal ?? 'MESSAGE_NOT_FOUND')
    return this.#publish(found.room.participantIds, presentMessage(whole, readUpTo(found)))
  }

  /** @throws Refusal ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, MESSAGE_GONE, MESSAGE_FIXED, EDIT_ENDED */
  async edit(senderId: string, input: MessagePosition & { content: string }): Promise<Message> {
    const { room_id: roomId, seq, content } = input
    const changed = await editMessage(this.#deps.db, { roomId, senderId, seq, content })
    if (changed) return this.#publishChanged(changed)
    return this.#repeat(senderId, input, (found) => findEditRefusal(found, senderId, content))
  }

  /** @throws Refusal ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, MESSAGE_FIXED, MESSAGE_GONE */
  async remove(senderId: string, input: MessagePosition): Promise<Message> {
    const { room_id: roomId, seq } = input
    const changed = await deleteMessage(this.#deps.db, { roomId, senderId, seq })
    if (changed) return this.#publishChanged(changed)
    return this.#repeat(senderId, input, (found) => findDeletionRefusal(found, senderId))
  }

  /** @throws Refusal ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, MESSAGE_GONE, ROOM_CLOSED */
  async react(viewerId: string, input: MessagePosition & { reaction: Reaction | null }): Promise<Message> {
    const { room_id: roomId, seq, reaction } = input
    const changed = await setReaction(this.#deps.db, { roomId, senderId: viewerId, seq, reaction })
    if (changed) return this.#publishChanged(changed)
    return this.#repeat(viewerId, input, (found) => findReactionRefusal(found, viewerId, reaction))
  }
}
