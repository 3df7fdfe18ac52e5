import type { ReceiptOfMessage } from './books/receipt-of-message.ts'
import type { PaymentEnding, PaymentStatus } from './payment-life-cycle.ts'
import type { RefundOfMessage } from './refunds/refund-life-cycle.ts'
import type { RefundRequestOfMessage } from './refunds/refund-request-life-cycle.ts'

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
  /** When it ends by itself, while it is pending; null otherwise. */
  expires_at: string | null
  /** A seller's program made it: no saved card can pay it. */
  new_card_only: boolean
  /** Null until it is paid and its receipt is made. */
  receipt: ReceiptOfMessage | null
  /** What was given back of it, the oldest first; nothing for most. */
  refunds: RefundOfMessage[]
  /** The part that its seller can still refund (cents). */
  refundable: number
  /** The buyer's latest question for money back; null where there was none. */
  refund_request: RefundRequestOfMessage | null
}
