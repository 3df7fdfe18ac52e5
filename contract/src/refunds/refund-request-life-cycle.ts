/**
 * Life cycle of a refund request: the seller, or later an operator, refunds or declines it. The buyer can withdraw it
 * while it is open.
 */
export const REFUND_REQUEST_STATUSES = ['open', 'granted', 'declined', 'withdrawn'] as const
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number]

/** Days that the seller has to answer before an operator decides. */
export const REFUND_ANSWER_DAYS = 7

/** Maximum refund requests per payment. */
export const REFUND_REQUESTS_MAX = 3

/** A buyer's latest refund request for a payment, as both participants see it. */
export interface RefundRequestOfMessage {
  id: string
  /** In cents. */
  amount: number
  status: RefundRequestStatus
  /** The buyer's reason. */
  reason: string
  /** Reason of the refusal; empty otherwise. */
  answer: string
  /** Role that declined it; null otherwise. */
  declined_by: 'seller' | 'operator' | null
  /** Seller's deadline, after which an operator decides. */
  seller_answers_until: string
  /** True while it awaits an operator. */
  with_operator: boolean
  created_at: string
}
