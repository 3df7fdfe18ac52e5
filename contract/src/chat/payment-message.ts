import type { PaymentEnding, PaymentStatus } from '../payments/payment-life-cycle.ts'
import type { ReceiptOfMessage } from '../payments/receipt-of-message.ts'
import type { RefundOfMessage } from '../refunds/refund-life-cycle.ts'
import type { RefundRequestOfMessage } from '../refunds/refund-request-life-cycle.ts'

export interface PaymentOfMessage {
  id: string
  /** In cents. */
  amount: number
  currency: string
  status: PaymentStatus
  description: string
  ended_by: PaymentEnding | null
  expires_at: string | null
  /** True for payment requests that a seller's program made. Saved cards cannot pay them. */
  new_card_only: boolean
  /** Null until the payment's receipt is issued. */
  receipt: ReceiptOfMessage | null
  refunds: RefundOfMessage[]
  refundable: number
  refund_request: RefundRequestOfMessage | null
}
