/**
 * What became of a buyer's question for money back: the seller, or whoever runs the site, refunds or declines it, and the
 * buyer can withdraw it while it is open.
 */
export const REFUND_REQUEST_STATUSES = ['open', 'granted', 'declined', 'withdrawn'] as const
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number]

/** How long the seller has to answer, before whoever runs the site does. */
export const REFUND_ANSWER_DAYS = 7

/** How often a buyer can ask for money back of one payment. */
export const REFUND_REQUESTS_MAX = 3

/** A buyer's latest question for money back of a payment, as both people see it. */
export interface RefundRequestOfMessage {
  id: string
  /** In cents. */
  amount: number
  status: RefundRequestStatus
  /** Why, in the buyer's words. */
  reason: string
  /** Why it was declined, in the words of whoever declined it; empty otherwise. */
  answer: string
  /** Who declined it; null otherwise. */
  declined_by: 'seller' | 'operator' | null
  /** Until when the seller can answer before whoever runs the site is asked. */
  seller_answers_until: string
  /** Whether it waits for whoever runs the site. */
  with_operator: boolean
  created_at: string
}
