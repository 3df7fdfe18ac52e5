/** The seller, or later an operator, grants or declines a request. The buyer can withdraw an open request. */
export const REFUND_REQUEST_STATUSES = ['open', 'granted', 'declined', 'withdrawn'] as const
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number]

/** Days that the seller has to answer before an operator decides. */
export const REFUND_ANSWER_DAYS = 7

export const REFUND_REQUESTS_MAX = 3

export interface RefundRequestOfMessage {
  id: string
  /** In cents. */
  amount: number
  status: RefundRequestStatus
  reason: string
  /** Reason for declining the request; empty otherwise. */
  answer: string
  /** Role that declined the request; null otherwise. */
  declined_by: 'seller' | 'operator' | null
  /** Seller's deadline, after which an operator decides. */
  seller_answers_until: string
  with_operator: boolean
  created_at: string
}
