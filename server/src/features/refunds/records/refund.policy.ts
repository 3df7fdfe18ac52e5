import type { ErrorCode } from '@kundig/contract/errors'
import { hasMoney } from '@kundig/contract/refunds/dispute-life-cycle'
import { isGone, refundedOf } from '@kundig/contract/refunds/refund-life-cycle'

import { readRefusal } from '../../payments/settlement/payment-request.policy.ts'
import type { PaymentRequestRow } from '../../payments/settlement/payment-request.repository.ts'
import type { DisputeRow } from './dispute.repository.ts'
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

/** True when Stripe's state of a refund is newer than ours. */
export function isNews(
  known: Pick<RefundRow, 'status' | 'stripeRefundId' | 'waitsForMoney'>,
  seen: Pick<RefundRow, 'status' | 'waitsForMoney'>,
): boolean {
  const hasMoneyNow = known.waitsForMoney && !seen.waitsForMoney
  return known.stripeRefundId === null || hasMoneyNow || STAGES[seen.status] > STAGES[known.status]
}

/** True for a refund that came to nothing while the seller's money for it is with the platform. */
export function isOwed({ status, takenAmount }: Pick<RefundRow, 'status' | 'takenAmount'>): boolean {
  return isGone(status) && takenAmount > 0
}

type ClaimingDispute = Pick<DisputeRow, 'amount' | 'reversalAmount' | 'status' | 'stripeReversalId'>

/** The part of a dispute (cents) that its own reversal does not cover, while a bank has the money. */
export function claimOf({ amount, reversalAmount, status }: ClaimingDispute): number {
  return hasMoney(status) ? amount - (reversalAmount ?? 0) : 0
}

/**
 * The part of a failed refund that its seller is sent again (cents): all of it, unless a bank took the payment back. The money of
 * failed refunds covers what no reversal of the dispute covers, the oldest refund first.
 * @param all the payment's refunds, the oldest first
 * @returns null while a dispute can still decide about it
 */
export function shareToResend(
  id: string,
  all: readonly Pick<RefundRow, 'id' | 'status' | 'takenAmount'>[],
  disputes: readonly ClaimingDispute[],
): number | null {
  const claiming = disputes.filter((dispute) => claimOf(dispute) > 0)
  if (claiming.some((dispute) => dispute.status !== 'lost' || !isReversed(dispute))) return null
  let claim = claiming.reduce((sum, dispute) => sum + claimOf(dispute), 0)
  for (const refund of all.filter(isOwed)) {
    const kept = Math.min(claim, refund.takenAmount)
    if (refund.id === id) return refund.takenAmount - kept
    claim -= kept
  }
  return 0
}

/** True when the dispute's own reversal is made, or is none. */
function isReversed({ reversalAmount, stripeReversalId }: ClaimingDispute): boolean {
  return reversalAmount === 0 || stripeReversalId !== null
}
