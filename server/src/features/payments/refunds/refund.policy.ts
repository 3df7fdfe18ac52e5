import type { ErrorCode } from '@kundig/contract/errors'
import { refundedOf } from '@kundig/contract/payments/refund-life-cycle'

import { readRefusal } from '../requests/payment-request.policy.ts'
import type { PaymentRequestRow } from '../requests/payment-request.repository.ts'
import type { RefundRow } from './refund.repository.ts'

/** May this person refund it? Its seller may once it is paid. Null: yes. */
export function refundRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = readRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.sellerId !== viewerId) return 'REFUND_SELLER_ONLY'
  return row.status === 'completed' ? null : 'REFUND_NOT_PAID'
}

/** What of a payment can still be given back (cents). */
export function leftOf({ amount }: Pick<PaymentRequestRow, 'amount'>, refunds: readonly RefundRow[]): number {
  return amount - refundedOf(refunds)
}

/** Whether Stripe has yet to be asked for it, as far as we know. */
export function isUnsent({ status, stripeRefundId }: Pick<RefundRow, 'status' | 'stripeRefundId'>): boolean {
  return status === 'pending' && stripeRefundId === null
}

/**
 * Our own refunds that have to give way, as Stripe has given back more than we knew: of those that Stripe has not been asked
 * for the newest, until the rest fits.
 */
export function givingWay(request: Pick<PaymentRequestRow, 'amount'>, refunds: readonly RefundRow[]): RefundRow[] {
  const unsent = refunds.filter(isUnsent).toReversed()
  const ended: RefundRow[] = []
  let over = -leftOf(request, refunds)
  for (const refund of unsent) {
    if (over <= 0) break
    ended.push(refund)
    over -= refund.amount
  }
  return ended
}

/** How far a refund is; it only goes on, so that what was read earlier and comes later changes nothing. */
const STAGES = { pending: 0, succeeded: 1, failed: 2, canceled: 2 } as const

/** Whether what Stripe says of a refund is news. */
export function isNews(
  known: Pick<RefundRow, 'status' | 'stripeRefundId'>,
  seen: Pick<RefundRow, 'status' | 'stripeRefundId'>,
): boolean {
  return known.stripeRefundId === null || STAGES[seen.status] > STAGES[known.status]
}
