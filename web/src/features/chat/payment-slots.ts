import type { ReactNode } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import type { MenuItem } from '../../design-system/layers/menu-list.tsx'
import type { ChatMessage, PaymentRequestMessage } from './cache/message.ts'

/** Payment components in a chat, which only knows that a message may request a payment. */
export interface PaymentSlots {
  renderRequest: (message: PaymentRequestMessage, room: Room) => ReactNode
  renderAction: (room: Room) => ReactNode
  /** Items for the message's menu, in closed rooms too. */
  listActions: (message: PaymentRequestMessage, room: Room) => readonly MenuItem[]
  /** Above the room: a dialog must survive its message scrolling out of view. */
  renderDialogs: (room: Room, messages: readonly ChatMessage[]) => ReactNode
  describe: (message: PaymentRequestMessage) => string
  describeRefund: (event: RefundEvent, senderId: string, partner: Room['partner']) => string
}
