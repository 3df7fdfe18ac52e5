import { z } from 'zod'

import { id, instant } from '../../schemas.ts'
import { receiptOfMessage } from '../books/receipt-of-message.ts'
import { REFUND_STATUSES, REFUNDERS } from './refund-life-cycle.ts'
import { REFUND_REQUEST_STATUSES } from './refund-request-life-cycle.ts'

/** A refund, as both people of a payment see it. */
export const refundOfMessage = z.object({
  id,
  /** In cents. */
  amount: z.int(),
  status: z.enum(REFUND_STATUSES),
  by: z.enum(REFUNDERS),
  /** Why, in the words of whoever refunds; empty where Stripe's dashboard was asked. */
  reason: z.string(),
  created_at: instant,
  /** Null until its receipt is made. */
  receipt: receiptOfMessage.nullable().optional(),
})

/** What the buyer asks to have back, as both people see it. */
export const refundRequestOfMessage = z.object({
  id,
  /** In cents. */
  amount: z.int(),
  status: z.enum(REFUND_REQUEST_STATUSES),
  /** Why, in the buyer's words. */
  reason: z.string(),
  /** Why it was declined, in the words of whoever declined it; empty otherwise. */
  answer: z.string(),
  declined_by: z.enum(['seller', 'operator']).nullable(),
  /** Until when the seller can answer before whoever runs the site is asked. */
  seller_answers_until: instant,
  /** Whether it waits for whoever runs the site. */
  with_operator: z.boolean(),
  created_at: instant,
})
