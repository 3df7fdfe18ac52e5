import type { ReactNode } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import type { ChatMessage, PaymentRequestMessage } from './cache/message.ts'

/** What payments render in a chat, which knows only that a message may ask for a payment. */
export interface PaymentSlots {
  /** In place of such a message's text. */
  renderRequest: (message: PaymentRequestMessage, room: Room) => ReactNode
  /** Before the text field of an open room. */
  renderAction: (room: Room) => ReactNode
  /** Over the room, because a dialog must not go when its message scrolls out of view. */
  renderDialogs: (room: Room, messages: readonly ChatMessage[]) => ReactNode
  /** Such a message and its status in a few words, for screen readers. */
  describe: (message: PaymentRequestMessage) => string
}
