import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

export interface PaymentMessage {
  kind: 'payment_request'
  id: string
  room_id: string
  seq: number
  sender_id: string
  payment: PaymentOfMessage
}

export type RoomMessage = PaymentMessage | { kind: 'appointment' | 'text' | 'file' | 'refund' | 'removed' | 'deleted' }

export function findPaymentMessage(
  messages: readonly RoomMessage[],
  paymentRequestId: string,
): PaymentMessage | undefined {
  for (const message of messages)
    if (message.kind === 'payment_request' && message.payment.id === paymentRequestId) return message
  return undefined
}
