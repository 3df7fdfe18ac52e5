import type { Stripe } from 'stripe'

import { DISPUTE_STATUSES, type DisputeStatus } from '@kundig/contract/refunds/dispute-life-cycle'

import { toStripeId } from '../../../platform/stripe/stripe.ts'
import type { PublishedRow } from '../../payments/settlement/payment-request.repository.ts'
import { computeResendAmount } from '../records/dispute.policy.ts'
import type { DisputeRow, SeenDispute } from '../records/dispute.repository.ts'
import { toTryKey, readTransfer, type SellerTransfer, createTransferOnce } from '../records/stripe-transfer.ts'

export async function readDispute(stripe: Stripe, id: string): Promise<{ seen: SeenDispute; intentId: string | null }> {
  const dispute = await stripe.disputes.retrieve(id)
  const { amount, currency, reason, created, evidence_details: details } = dispute
  const seen = {
    stripeDisputeId: dispute.id,
    stripeChargeId: toStripeId(dispute.charge) ?? '',
    amount,
    currency,
    fee: dispute.balance_transactions.reduce((sum, { fee }) => sum + Math.max(0, fee), 0),
    reason,
    status: toStatus(dispute.status),
    evidenceDueBy: details.due_by === null ? null : new Date(details.due_by * 1000),
    createdAt: new Date(created * 1000),
  }
  return { seen, intentId: toStripeId(dispute.payment_intent) }
}

/** Maps Stripe's newer statuses to known statuses. Unknown statuses count as under review. */
function toStatus(status: string): DisputeStatus {
  if (status === 'appeal_needs_response') return 'needs_response'
  if (status === 'prevented') return 'warning_closed'
  return DISPUTE_STATUSES.find((known) => known === status) ?? 'under_review'
}

export async function readChargeTransfer(stripe: Stripe, chargeId: string): Promise<SellerTransfer | null> {
  const id = toStripeId((await stripe.charges.retrieve(chargeId)).transfer)
  return id === null ? null : readTransfer(stripe, id)
}

/** Reverses a transfer. Takes the content from the row, so that all tries under one idempotency key are identical. */
export async function reverseTransfer(
  stripe: Stripe,
  transferId: string,
  request: PublishedRow,
  { id, reversalTries }: Pick<DisputeRow, 'id' | 'reversalTries'>,
  amount: number,
): Promise<string> {
  const reversal = await stripe.transfers.createReversal(
    transferId,
    {
      amount,
      ...(request.feeAmount > 0 ? { refund_application_fee: true } : {}),
      metadata: { dispute_id: id, payment_request_id: request.id },
    },
    { idempotencyKey: toTryKey(`dispute:${id}`, reversalTries) },
  )
  return reversal.id
}

export async function reverseResentTransfer(
  stripe: Stripe,
  transferId: string,
  { id, paymentRequestId, reversalTries }: Pick<DisputeRow, 'id' | 'paymentRequestId' | 'reversalTries'>,
  amount: number,
): Promise<string> {
  const reversal = await stripe.transfers.createReversal(
    transferId,
    { amount, metadata: { dispute_id: id, payment_request_id: paymentRequestId } },
    { idempotencyKey: toTryKey(`dispute:${id}:${transferId}:${amount}`, reversalTries) },
  )
  return reversal.id
}

export const sendAgain = (
  stripe: Stripe,
  request: PublishedRow,
  row: DisputeRow,
  destination: string,
): Promise<string> =>
  createTransferOnce(stripe, request, {
    amount: computeResendAmount(row),
    destination,
    group: `dispute_${row.id}`,
    metadata: { dispute_id: row.id, payment_request_id: request.id },
    idempotencyKey: toTryKey(`dispute:${row.id}:again`, row.resendTries),
  })
