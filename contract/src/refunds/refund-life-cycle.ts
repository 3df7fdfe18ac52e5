import type { ReceiptOfMessage } from '../payments/receipt-of-message.ts'

/** A succeeded refund can still fail, when the bank returns it. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Author of a refund: the seller, an operator, or either of them in Stripe's dashboard. */
export const REFUNDERS = ['seller', 'operator', 'stripe'] as const
export type Refunder = (typeof REFUNDERS)[number]

export interface RefundOfMessage {
  id: string
  /** In cents. */
  amount: number
  status: RefundStatus
  by: Refunder
  /** Author's reason; empty for refunds in Stripe's dashboard. */
  reason: string
  created_at: string
  /** Null until the receipt is issued. The previous release omits this field. */
  receipt?: ReceiptOfMessage | null | undefined
}

/** Sums the refunds of a payment, including pending ones (cents). */
export function sumRefundAmounts(refunds: readonly Pick<RefundOfMessage, 'amount' | 'status'>[]): number {
  return refunds.reduce((sum, { amount, status }) => (isFailedRefund(status) ? sum : sum + amount), 0)
}

/** True for a failed or cancelled refund, which returned no money. */
export function isFailedRefund(status: RefundStatus): boolean {
  return status === 'failed' || status === 'canceled'
}
