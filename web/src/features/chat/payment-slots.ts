import type { ReactNode } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import type { MenuItem } from '../../design-system/layers/menu-list.tsx'
import type { ChatMessage, PaymentRequestMessage } from './cache/message.ts'

/** Payment components for the chat. The chat itself only knows that a message may request a payment. */
export interface PaymentSlots {
  renderRequest: (message: PaymentRequestMessage, room: Room) => ReactNode
  renderAction: (room: Room) => ReactNode
  /** Menu items for a payment's message, also in closed rooms. */
  listActions: (message: PaymentRequestMessage, room: Room) => readonly MenuItem[]
  /** Renders dialogs outside the list: a dialog must stay open when its message scrolls out of view. */
  renderDialogs: (room: Room, messages: readonly ChatMessage[]) => ReactNode
  describe: (message: PaymentRequestMessage) => string
  describeRefund: (event: RefundEvent, senderId: string, partner: Room['partner']) => string
}
