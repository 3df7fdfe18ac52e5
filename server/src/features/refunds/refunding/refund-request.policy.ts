import type { ErrorCode } from '@kundig/contract/errors'
import { REFUND_REQUESTS_MAX } from '@kundig/contract/refunds/refund-request-life-cycle'

import type { PaymentRequestRow } from '../../payments/settlement/payment-request.repository.ts'
import { computeRefundableAmount } from '../records/refund.policy.ts'
import type { RefundRow } from '../records/refund.repository.ts'
import type { RefundRequestRow } from './refund-request.repository.ts'

export function findRefundRequestRefusal(
  payment: Pick<PaymentRequestRow, 'amount' | 'status'>,
  asked: {
    amount: number
    refunds: readonly RefundRow[]
    before: readonly Pick<RefundRequestRow, 'status'>[]
    disputed: ErrorCode | null
  },
): ErrorCode | null {
  if (payment.status !== 'completed') return 'REFUND_NOT_PAID'
  if (asked.disputed) return asked.disputed
  if (asked.before.some(({ status }) => status === 'open')) return 'REFUND_REQUEST_OPEN'
  if (asked.before.length >= REFUND_REQUESTS_MAX) return 'REFUND_REQUESTS_USED_UP'
  return asked.amount > computeRefundableAmount(payment, asked.refunds) ? 'REFUND_TOO_LARGE' : null
}
