import type { ReactNode } from 'react'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'

/** What chat leaves to payments: it knows that a message may ask for a payment, and nothing more. */
export interface PaymentSlots {
  /** Stands in the place of such a message's text. */
  renderRequest: (message: Message, room: Room) => ReactNode
  /** Stands before the text field of an open room. */
  renderAction: (room: Room) => ReactNode
  /** What opens over a room: it outlives the message that it is about scrolling out of view. */
  renderDialogs: (room: Room, messages: readonly Message[]) => ReactNode
  /** Such a message, and how it stands, in a few words: read out by screen readers. */
  describe: (message: Message) => string
}

/** Whether a message asks for a payment. */
export function isPaymentRequest({ type }: Message): boolean {
  return type === 'payment_request'
}
