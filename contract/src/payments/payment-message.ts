import type { Message } from '../chat/chat.contract.ts'
import type { PaymentEnding, PaymentStatus } from './payment-life-cycle.ts'

/** The payment request that a message stands for. */
export interface PaymentOfMessage {
  id: string
  /** In cents. */
  amount: number
  currency: string
  status: PaymentStatus
  /** What it is for; empty when the seller wrote nothing. */
  description: string
  /** What ended it, once it is rejected; null otherwise. */
  ended_by: PaymentEnding | null
  /** A seller's program made it: no saved card can pay it. */
  new_card_only: boolean
}

/** The payment request in a message; null for every other message. */
export function paymentOf(message: Message): PaymentOfMessage | null {
  const { payment_request_id: id, amount, currency, status, description = '' } = message
  const { ended_by = null, new_card_only = false } = message
  if (id === undefined || amount === undefined || currency === undefined || status === undefined) return null
  return { id, amount, currency, status, description, ended_by, new_card_only }
}
