import { isMoneyHeldByBank, isDisputeDecided, isAwaitingEvidence } from '@kundig/contract/refunds/dispute-life-cycle'

import type { DisputeRow } from './dispute.repository.ts'

export type DisputeStep = 'reverse' | 'look_for_reversal' | 'resend' | 'submit'

/** Returns the next action, or null. For a dispute without a payment request, the only action is to submit evidence. */
export function decideNextStep(
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
  if (evidence !== null && isAwaitingEvidence(status)) return 'submit'
  if (paymentRequestId === null) return null
  if (isMoneyHeldByBank(status)) return stripeReversalId === null && reversalAmount !== 0 ? 'reverse' : null
  if (status !== 'won' || reversalAmount === null || reversalAmount === 0) return null
  if (stripeReversalId === null) return 'look_for_reversal'
  return stripeResendId === null && computeResendAmount(row) > 0 ? 'resend' : null
}

export function isOpen({ status }: Pick<DisputeRow, 'status'>): boolean {
  return !isDisputeDecided(status)
}

/** Computes the amount to reverse, at most the part of the transfer that was not reversed (cents). */
export function computeReversal(
  { amount }: Pick<DisputeRow, 'amount'>,
  transfer: { amount: number; amountReversed: number },
): number {
  return Math.max(0, Math.min(amount, transfer.amount - transfer.amountReversed))
}

/** Returns the fee on the reversed part of a transfer (cents). The seller loses only the amount without the fee. */
export function computeReversedFee(feeAmount: number, reversed: number, transferred: number): number {
  return transferred === 0 ? 0 : Math.floor((feeAmount * reversed) / transferred)
}

export function computeResendAmount({
  reversalAmount,
  feeReturned,
}: Pick<DisputeRow, 'feeReturned' | 'reversalAmount'>): number {
  return (reversalAmount ?? 0) - feeReturned
}
