import type { PaymentEnding, PaymentStatus } from '../payments/payment-life-cycle.ts'
import type { ReceiptOfMessage } from '../payments/receipt-of-message.ts'
import type { RefundOfMessage } from '../refunds/refund-life-cycle.ts'
import type { RefundRequestOfMessage } from '../refunds/refund-request-life-cycle.ts'

/** Payment request of a message. */
export interface PaymentOfMessage {
  id: string
  /** In cents. */
  amount: number
  currency: string
  status: PaymentStatus
  /** Empty without a description. */
  description: string
  /** Set once rejected. */
  ended_by: PaymentEnding | null
  /** Deadline while pending. */
  expires_at: string | null
  /** True for requests by a seller's program, which saved cards cannot pay. */
  new_card_only: boolean
  /** Null until the payment has its receipt. */
  receipt: ReceiptOfMessage | null
  /** Oldest first. */
  refunds: RefundOfMessage[]
  /** Amount that the seller can still refund (cents). */
  refundable: number
  /** The buyer's latest refund request. */
  refund_request: RefundRequestOfMessage | null
}
