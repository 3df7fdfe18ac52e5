import type { Message } from '../chat/chat.contract.ts'
import type { PaymentStatus } from './payment-life-cycle.ts'

/** The payment request that a message stands for. */
export interface PaymentOfMessage {
  id: string
  /** In cents. */
  amount: number
  currency: string
  status: PaymentStatus
  /** What it is for; empty when the seller wrote nothing. */
  description: string
}

/** The payment request in a message; null for every other message. */
export function paymentOf(message: Message): PaymentOfMessage | null {
  const { payment_request_id: id, amount, currency, status, description = '' } = message
  if (id === undefined || amount === undefined || currency === undefined || status === undefined) return null
  return { id, amount, currency, status, description }
}
