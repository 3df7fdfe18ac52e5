import { z } from 'zod'

import { receiptOfMessage } from '../payments/receipt-of-message.ts'
import { id, instant } from '../schemas.ts'
import { REFUND_STATUSES, REFUNDERS } from './refund-life-cycle.ts'
import { REFUND_REQUEST_STATUSES } from './refund-request-life-cycle.ts'

export const refundOfMessage = z.object({
  id,
  /** In cents. */
  amount: z.int(),
  status: z.enum(REFUND_STATUSES),
  by: z.enum(REFUNDERS),
  /** Author's reason; empty for refunds in Stripe's dashboard. */
  reason: z.string(),
  created_at: instant,
  /** Null until the receipt is issued. */
  receipt: receiptOfMessage.nullable().optional(),
})

export const refundRequestOfMessage = z.object({
  id,
  /** In cents. */
  amount: z.int(),
  status: z.enum(REFUND_REQUEST_STATUSES),
  reason: z.string(),
  /** Reason for declining the request; empty otherwise. */
  answer: z.string(),
  declined_by: z.enum(['seller', 'operator']).nullable(),
  /** Seller's deadline, after which an operator decides. */
  seller_answers_until: instant,
  with_operator: z.boolean(),
  created_at: instant,
})
