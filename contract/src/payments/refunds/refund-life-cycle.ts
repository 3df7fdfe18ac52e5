import type { ReceiptOfMessage } from '../books/receipt-of-message.ts'

/**
 * How far a refund is: on its way, with the bank of its buyer, or come to nothing. One that succeeded can still fail, when the
 * bank sends it back.
 */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Who refunds: the seller, somebody who runs this site, or either of them at Stripe's dashboard. */
export const REFUNDERS = ['seller', 'operator', 'stripe'] as const
export type Refunder = (typeof REFUNDERS)[number]

/** A refund, as both people of a payment see it. */
export interface RefundOfMessage {
  id: string
  /** In cents. */
  amount: number
  status: RefundStatus
  by: Refunder
  /** Why, in the words of whoever refunds; empty where Stripe's dashboard was asked. */
  reason: string
  created_at: string
  /** Null, or left out by the release before, until its receipt is made. */
  receipt?: ReceiptOfMessage | null | undefined
}

/** What came back of a payment, or is on its way back (cents). */
export function refundedOf(refunds: readonly Pick<RefundOfMessage, 'amount' | 'status'>[]): number {
  return refunds.reduce((sum, { amount, status }) => (isGone(status) ? sum : sum + amount), 0)
}

/** Whether a refund came to nothing: its money is still paid. */
export function isGone(status: RefundStatus): boolean {
  return status === 'failed' || status === 'canceled'
}
