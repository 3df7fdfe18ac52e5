import { z } from 'zod'

import { REFUNDERS } from './refund-life-cycle.ts'

/** Steps of a refund that appear as separate messages in the chat. */
export const REFUND_STEPS = ['requested', 'withdrawn', 'declined', 'refunded', 'failed'] as const

export const refundEvent = z.object({
  step: z.enum(REFUND_STEPS),
  /** In cents. */
  amount: z.int(),
  currency: z.string(),
  /** Author of the step, or of the failed refund. `stripe` means a seller or operator in Stripe's dashboard. */
  by: z.enum(['buyer', ...REFUNDERS]),
})
export type RefundEvent = z.infer<typeof refundEvent>
