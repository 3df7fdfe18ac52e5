import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

/** A chat message that asks for a payment. */
export interface PaymentMessage {
  kind: 'payment_request'
  id: string
  room_id: string
  seq: number
  sender_id: string
  payment: PaymentOfMessage
}

/** Any message of a room, as far as payments look at it. */
export type RoomMessage = PaymentMessage | { kind: 'text' | 'file' | 'removed' }

/** The message that a payment request stands in. */
export function findPaymentMessage(
  messages: readonly RoomMessage[],
  paymentRequestId: string,
): PaymentMessage | undefined {
  for (const message of messages)
    if (message.kind === 'payment_request' && message.payment.id === paymentRequestId) return message
  return undefined
}
