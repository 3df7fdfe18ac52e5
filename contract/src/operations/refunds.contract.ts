import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { amountInput } from '../payments/amounts/amount-input.ts'
import { PAYMENT_STATUSES } from '../payments/payment-life-cycle.ts'
import { REFUND_REASON_CODES, refundReason } from '../refunds/refund-reason.ts'
import { refundOfMessage } from '../refunds/refunds-of-message.ts'
import { cursor, id, instant, createStorableTextSchema } from '../schemas.ts'

const person = z.object({
  id,
  name: z.string().nullable(),
})

/** Payment as shown to operators who may refund it, without texts from the chat. */
export const refundablePayment = z.object({
  id,
  seller: person,
  buyer: person,
  /** In cents. */
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  /** True for payments of Stripe's test mode or the simulator. */
  is_test: z.boolean().optional(),
  /** Refundable amount (cents); 0 for a payment that is not completed, or while a bank holds its money. */
  left: z.int(),
  /** Part of `left` that the seller can still refund (cents); only the platform can refund the rest. */
  left_with_seller: z.int().optional(),
  created_at: instant,
  refunds: z.array(refundOfMessage),
})
export type RefundablePayment = z.infer<typeof refundablePayment>

/** Refund request that awaits an operator. */
export const escalatedRefundRequest = z.object({
  id,
  payment_id: id,
  seller: person,
  buyer: person,
  amount: z.int(),
  paid: z.int(),
  currency: z.string(),
  reason: z.string(),
  created_at: instant,
})
export type EscalatedRefundRequest = z.infer<typeof escalatedRefundRequest>

const tags = ['Operations']
const COMMON = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'PAYMENT_REQUEST_NOT_FOUND'] as const

export const refundsContract = {
  payment: oc
    .route({
      method: 'GET',
      path: '/operations/payments/{reference}',
      tags,
      summary: 'A payment, by its id or by its Stripe payment intent',
      description: "Excludes the operator's own payments.",
    })
    .input(
      z.strictObject({
        reference: createStorableTextSchema(255).regex(
          /^(?:pi_[A-Za-z0-9_]{1,200}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu,
        ),
      }),
    )
    .output(refundablePayment)
    .errors(declareErrors(...COMMON, 'INVALID_INPUT')),

  refundPayment: oc
    .route({
      method: 'POST',
      path: '/operations/payments/{payment_id}/refunds',
      tags,
      summary: 'Refund a payment fully or partly',
      description:
        'For moderators and owners. Taken from the seller, as if they had refunded, or from the platform. Both ' +
        'people see the reason. Recorded in the audit log. Repeating a call with the same `client_id` refunds ' +
        'nothing again.',
    })
    .input(
      z.strictObject({
        payment_id: id,
        client_id: id,
        amount: amountInput,
        reason: refundReason,
        /** True to refund from the platform's own money. The seller then keeps the payment. */
        from_platform: z.boolean().default(false),
      }),
    )
    .output(refundablePayment)
    .errors(
      declareErrors(
        ...COMMON,
        'ROLE_NEEDED',
        'REFUND_NOT_PAID',
        'REFUND_TOO_LARGE',
        'REFUND_DISPUTED',
        'REFUND_DISPUTE_LOST',
        'REFUND_PLATFORM_ONLY',
        'REFUND_FAILED',
        'TOO_MANY_ATTEMPTS',
        ...REFUND_REASON_CODES,
        'AMOUNT_REQUIRED',
        'AMOUNT_INVALID',
        'AMOUNT_TOO_SMALL',
        'AMOUNT_TOO_LARGE',
      ),
    ),

  refundRequests: oc
    .route({
      method: 'GET',
      path: '/operations/refund-requests',
      tags,
      summary: "Refund requests past the seller's deadline, oldest first",
      description: 'Excludes payments of the operator.',
    })
    .input(z.strictObject({ cursor: cursor.optional() }))
    .output(z.object({ items: z.array(escalatedRefundRequest), next_cursor: z.string().nullable() }))
    .errors(declareErrors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT')),

  declineRefundRequest: oc
    .route({
      method: 'POST',
      path: '/operations/refund-requests/{id}/decline',
      tags,
      summary: 'Decline a refund request in place of the seller',
      description:
        'For moderators and owners. Both people see the reason. To approve instead, refund the payment. Recorded ' +
        'in the audit log.',
    })
    .input(z.strictObject({ id, reason: refundReason }))
    .output(z.object({}))
    .errors(
      declareErrors(
        'NOT_FOUND',
        'SECOND_FACTOR_NEEDED',
        'SECOND_FACTOR_OFF',
        'ROLE_NEEDED',
        'REFUND_REQUEST_NOT_FOUND',
        'REFUND_REQUEST_ANSWERED',
        'REFUND_REQUEST_WITH_SELLER',
        ...REFUND_REASON_CODES,
      ),
    ),
}
