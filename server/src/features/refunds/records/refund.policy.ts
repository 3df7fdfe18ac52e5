import type { ErrorCode } from '@kundig/contract/errors'
import { isMoneyHeldByBank } from '@kundig/contract/refunds/dispute-life-cycle'
import { isFailedRefund, sumRefundAmounts } from '@kundig/contract/refunds/refund-life-cycle'

import { findReadRefusal } from '../../payments/settlement/payment-request.policy.ts'
import type { PaymentRequestRow } from '../../payments/settlement/payment-request.repository.ts'
import type { DisputeRow } from './dispute.repository.ts'
import type { RefundRow } from './refund.repository.ts'

/** Returns the refusal of a refund by this person, or null. Only the seller may refund, and only a paid request. */
export function findRefundRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = findReadRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.sellerId !== viewerId) return 'REFUND_SELLER_ONLY'
  return row.status === 'completed' ? null : 'REFUND_NOT_PAID'
}

export function computeRefundableAmount(
  { amount }: Pick<PaymentRequestRow, 'amount'>,
  refunds: readonly RefundRow[],
): number {
  return amount - sumRefundAmounts(refunds)
}

/** True for a pending refund without a known Stripe id, which may be unsent. */
export function isUnsent({ status, stripeRefundId }: Pick<RefundRow, 'status' | 'stripeRefundId'>): boolean {
  return status === 'pending' && stripeRefundId === null
}

/** Selects the unsent refunds to cancel after a refund at Stripe: the newest first, and only as many as needed. */
export function pickExcessRefunds(
  request: Pick<PaymentRequestRow, 'amount'>,
  refunds: readonly RefundRow[],
): RefundRow[] {
  const unsent = refunds.filter(isUnsent).toReversed()
  const ended: RefundRow[] = []
  let over = -computeRefundableAmount(request, refunds)
  for (const refund of unsent) {
    if (over <= 0) break
    ended.push(refund)
    over -= refund.amount
  }
  return ended
}

/** Order of a refund's statuses. A status only advances, so outdated reads change nothing. */
const STAGES = { pending: 0, succeeded: 1, failed: 2, canceled: 2 } as const

export function isNewerRefundState(
  known: Pick<RefundRow, 'status' | 'stripeRefundId' | 'waitsForMoney'>,
  seen: Pick<RefundRow, 'status' | 'waitsForMoney'>,
): boolean {
  const hasMoneyNow = known.waitsForMoney && !seen.waitsForMoney
  return known.stripeRefundId === null || hasMoneyNow || STAGES[seen.status] > STAGES[known.status]
}

export function holdsSellerMoney({ status, takenAmount }: Pick<RefundRow, 'status' | 'takenAmount'>): boolean {
  return isFailedRefund(status) && takenAmount > 0
}

type ClaimingDispute = Pick<DisputeRow, 'amount' | 'reversalAmount' | 'status' | 'stripeReversalId'>

/** Returns the part of a dispute that its reversal does not cover (cents); 0 when no bank has the money. */
export function computeUncoveredAmount({ amount, reversalAmount, status }: ClaimingDispute): number {
  return isMoneyHeldByBank(status) ? amount - (reversalAmount ?? 0) : 0
}

/**
 * Returns the part of a failed refund to transfer back to the seller (cents). Disputed money that no reversal covers is
 * deducted from failed refunds, the oldest first. Null while a dispute can still change the amount.
 */
export function computeShareToResend(
  id: string,
  all: readonly Pick<RefundRow, 'id' | 'status' | 'takenAmount'>[],
  disputes: readonly ClaimingDispute[],
): number | null {
  const claiming = disputes.filter((dispute) => computeUncoveredAmount(dispute) > 0)
  if (claiming.some((dispute) => dispute.status !== 'lost' || !isReversalDone(dispute))) return null
  let claim = claiming.reduce((sum, dispute) => sum + computeUncoveredAmount(dispute), 0)
  for (const refund of all.filter(holdsSellerMoney)) {
    const kept = Math.min(claim, refund.takenAmount)
    if (refund.id === id) return refund.takenAmount - kept
    claim -= kept
  }
  return 0
}

/** True when the dispute's reversal was made, or is not needed. */
function isReversalDone({ reversalAmount, stripeReversalId }: ClaimingDispute): boolean {
  return reversalAmount === 0 || stripeReversalId !== null
}
