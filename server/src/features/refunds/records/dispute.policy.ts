import { hasMoney, isDecided, wantsEvidence } from '@kundig/contract/refunds/dispute-life-cycle'

import type { DisputeRow } from './dispute.repository.ts'

/** What is to be done for a dispute beside writing down how it is. */
export type DisputeStep = 'reverse' | 'look_for_reversal' | 'resend' | 'submit'

/** What is to be done next; null where there is nothing. Of a payment that nobody here knows there never is. */
export function nextStep(
  row: Pick<
    DisputeRow,
    | 'evidence'
    | 'feeReturned'
    | 'paymentRequestId'
    | 'reversalAmount'
    | 'status'
    | 'stripeResendId'
    | 'stripeReversalId'
  >,
): DisputeStep | null {
  const { status, paymentRequestId, reversalAmount, stripeReversalId, stripeResendId, evidence } = row
  if (evidence !== null && wantsEvidence(status)) return 'submit'
  if (paymentRequestId === null) return null
  if (hasMoney(status)) return stripeReversalId === null && reversalAmount !== 0 ? 'reverse' : null
  if (status !== 'won' || reversalAmount === null || reversalAmount === 0) return null
  if (stripeReversalId === null) return 'look_for_reversal'
  return stripeResendId === null && resendOf(row) > 0 ? 'resend' : null
}

/** Whether Stripe is to be asked again some time, should no event come. */
export function isOpen({ status }: Pick<DisputeRow, 'status'>): boolean {
  return !isDecided(status)
}

/**
 * What the seller gives back of a transfer for a dispute: as much as is disputed, and no more than is left of it.
 * @param transfer as Stripe has it (cents)
 */
export function reversalOf(
  { amount }: Pick<DisputeRow, 'amount'>,
  transfer: { amount: number; amountReversed: number },
): number {
  return Math.max(0, Math.min(amount, transfer.amount - transfer.amountReversed))
}

/** What the platform gives back of its fee with a part of a transfer (cents), so that the seller loses what they had received. */
export function feeOf(feeAmount: number, reversed: number, transferred: number): number {
  return transferred === 0 ? 0 : Math.floor((feeAmount * reversed) / transferred)
}

/** What the seller is sent again of a dispute that was won: what they gave back. */
export function resendOf({ reversalAmount, feeReturned }: Pick<DisputeRow, 'feeReturned' | 'reversalAmount'>): number {
  return (reversalAmount ?? 0) - feeReturned
}
