import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Reaction } from '@kundig/contract/chat/reactions'

import type { Database } from '../../../platform/database/database.ts'
import type { ChangedMessages, MessagePosition } from './changed-messages.ts'
import { findDeletionRefusal, findEditRefusal, findReactionRefusal } from './message-change.policy.ts'
import { deleteMessage, editMessage, setReaction } from './message-change.repository.ts'

export interface MessageChangeServiceOptions {
  db: Database
  changedMessages: ChangedMessages
}

export class MessageChangeService {
  readonly #deps: MessageChangeServiceOptions

  constructor(deps: MessageChangeServiceOptions) {
    this.#deps = deps
  }

  /** @throws Refusal ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, MESSAGE_GONE, MESSAGE_FIXED, EDIT_ENDED */
  async edit(senderId: string, input: MessagePosition & { content: string }): Promise<Message> {
    const { db, changedMessages } = this.#deps
    const { room_id: roomId, seq, content } = input
    const changed = await editMessage(db, { roomId, senderId, seq, content })
    if (changed) return changedMessages.publish(changed)
    return changedMessages.publishAgain(senderId, input, (found) => findEditRefusal(found, senderId, content))
  }

  /** @throws Refusal ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, MESSAGE_FIXED, MESSAGE_GONE */
  async remove(senderId: string, input: MessagePosition): Promise<Message> {
    const { db, changedMessages } = this.#deps
    const { room_id: roomId, seq } = input
    const changed = await deleteMessage(db, { roomId, senderId, seq })
    if (changed) return changedMessages.publish(changed)
    return changedMessages.publishAgain(senderId, input, (found) => findDeletionRefusal(found, senderId))
  }

  /** @throws Refusal ROOM_NOT_FOUND, MESSAGE_NOT_FOUND, MESSAGE_GONE, ROOM_CLOSED */
  async react(viewerId: string, input: MessagePosition & { reaction: Reaction | null }): Promise<Message> {
    const { db, changedMessages } = this.#deps
    const { room_id: roomId, seq, reaction } = input
    const changed = await setReaction(db, { roomId, senderId: viewerId, seq, reaction })
    if (changed) return changedMessages.publish(changed)
    return changedMessages.publishAgain(viewerId, input, (found) => findReactionRefusal(found, viewerId, reaction))
  }
}
