import { oc } from '@orpc/contract'
import { z } from 'zod'

import { message } from '../chat/chat.contract.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { amountInput } from '../payments/amounts/amount-input.ts'
import { id } from '../schemas.ts'
import { REFUND_REASON_CODES, refundReason } from './refund-reason.ts'

const tags = ['Payment requests']
const COMMON = ['NO_SESSION', 'PAYMENT_REQUEST_NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT'] as const
const OF_ONE = [...COMMON, 'REFUND_REQUEST_NOT_FOUND', 'REFUND_REQUEST_ANSWERED'] as const
const ofRefundRequest = { id, refund_request_id: id }

export const refundsContract = {
  refund: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/refunds',
      tags,
      summary: 'Refund a payment fully or partly, as the seller',
      description:
        'Repeating a call with the same `client_id` refunds nothing again. The amount is in euros, as typed, up to ' +
        'the refundable rest. The returned message has the state of the refund; while Stripe is unavailable it is ' +
        'pending, and sent later.',
    })
    .input(z.strictObject({ id, client_id: id, amount: amountInput, reason: refundReason }))
    .output(message)
    .errors(
      declareErrors(
        'NO_SESSION',
        'PAYMENT_REQUEST_NOT_FOUND',
        'REFUND_SELLER_ONLY',
        'REFUND_NOT_PAID',
        'REFUND_TOO_LARGE',
        'REFUND_DISPUTED',
        'REFUND_DISPUTE_LOST',
        'REFUND_PLATFORM_ONLY',
        'REFUND_FAILED',
        ...REFUND_REASON_CODES,
        'AMOUNT_REQUIRED',
        'AMOUNT_INVALID',
        'AMOUNT_TOO_SMALL',
        'AMOUNT_TOO_LARGE',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  requestRefund: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/refund-requests',
      tags,
      summary: 'Request a refund, as the buyer',
      description:
        'The seller has seven days to refund or to decline; then the operators decide. One refund request can be ' +
        'open at a time, and a payment can have three. Any refund answers it. Repeating a call with the same ' +
        '`client_id` creates nothing again.',
    })
    .input(z.strictObject({ id, client_id: id, amount: amountInput, reason: refundReason }))
    .output(message)
    .errors(
      declareErrors(
        ...COMMON,
        ...REFUND_REASON_CODES,
        'REFUND_BUYER_ONLY',
        'REFUND_NOT_PAID',
        'REFUND_TOO_LARGE',
        'REFUND_DISPUTED',
        'REFUND_DISPUTE_LOST',
        'REFUND_REQUEST_OPEN',
        'REFUND_REQUESTS_USED_UP',
        'AMOUNT_REQUIRED',
        'AMOUNT_INVALID',
        'AMOUNT_TOO_SMALL',
        'AMOUNT_TOO_LARGE',
      ),
    ),

  withdrawRefundRequest: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/refund-requests/{refund_request_id}/withdraw',
      tags,
      summary: 'Withdraw a refund request, as the buyer',
    })
    .input(z.strictObject(ofRefundRequest))
    .output(message)
    .errors(declareErrors(...OF_ONE, 'REFUND_BUYER_ONLY')),

  declineRefundRequest: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/refund-requests/{refund_request_id}/decline',
      tags,
      summary: 'Decline a refund request, as the seller',
      description: 'The buyer sees the reason. To approve instead, refund the payment.',
    })
    .input(z.strictObject({ ...ofRefundRequest, reason: refundReason }))
    .output(message)
    .errors(declareErrors(...OF_ONE, ...REFUND_REASON_CODES, 'REFUND_SELLER_ONLY')),
}
