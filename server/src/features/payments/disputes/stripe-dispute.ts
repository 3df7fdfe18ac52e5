import { Stripe } from 'stripe'

import { DISPUTE_STATUSES, type DisputeStatus } from '@kundig/contract/payments/dispute-life-cycle'

import { idOf, isUnavailable } from '../../../platform/stripe/stripe.ts'
import type { PublishedRow } from '../requests/payment-request.repository.ts'
import { resendOf } from './dispute.policy.ts'
import type { DisputeRow, SeenDispute } from './dispute.repository.ts'

/** @throws what Stripe's SDK throws */
export async function readDispute(stripe: Stripe, id: string): Promise<{ seen: SeenDispute; intentId: string | null }> {
  const dispute = await stripe.disputes.retrieve(id)
  const { amount, currency, reason, created, evidence_details: details } = dispute
  const seen = {
    stripeDisputeId: dispute.id,
    stripeChargeId: idOf(dispute.charge) ?? '',
    amount,
    currency,
    fee: dispute.balance_transactions.reduce((sum, { fee }) => sum + Math.max(0, fee), 0),
    reason,
    status: statusOf(dispute.status),
    evidenceDueBy: details.due_by === null ? null : new Date(details.due_by * 1000),
    createdAt: new Date(created * 1000),
  }
  return { seen, intentId: idOf(dispute.payment_intent) }
}

/** Whatever Stripe has no older word for is being looked at. */
function statusOf(status: string): DisputeStatus {
  if (status === 'appeal_needs_response') return 'needs_response'
  if (status === 'prevented') return 'warning_closed'
  return DISPUTE_STATUSES.find((known) => known === status) ?? 'under_review'
}

/** The transfer that a charge made, in cents; null where it has none yet. @throws what Stripe's SDK throws */
export async function readTransfer(
  stripe: Stripe,
  chargeId: string,
): Promise<{ id: string; amount: number; amountReversed: number } | null> {
  const id = idOf((await stripe.charges.retrieve(chargeId)).transfer)
  if (id === null) return null
  const { amount, amount_reversed: amountReversed } = await stripe.transfers.retrieve(id)
  return { id, amount, amountReversed }
}

/** The reversal that was made for a dispute, whoever asked for it. @throws what Stripe's SDK throws */
export async function findReversal(
  stripe: Stripe,
  transferId: string,
  disputeId: string,
): Promise<{ id: string; amount: number } | undefined> {
  for await (const reversal of stripe.transfers.listReversals(transferId, { limit: 100 })) {
    if (reversal.metadata?.['dispute_id'] === disputeId) return reversal
  }
  return undefined
}

/**
 * Has the seller give back what was planned. All of it comes from the row and does not change between tries under one key.
 * @throws what Stripe's SDK throws
 */
export async function reverse(
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
    { idempotencyKey: keyOf(`dispute:${id}`, reversalTries) },
  )
  return reversal.id
}

/**
 * Sends the seller again what they gave back, unless that was done.
 * @throws what Stripe's SDK throws
 */
export async function sendAgain(stripe: Stripe, request: PublishedRow, row: DisputeRow): Promise<string> {
  const group = `dispute_${row.id}`
  const [sent] = (await stripe.transfers.list({ transfer_group: group, limit: 1 })).data
  if (sent) return sent.id
  const transfer = await stripe.transfers.create(
    {
      amount: resendOf(row),
      currency: request.currency,
      destination: request.stripeConnectAccountId,
      transfer_group: group,
      metadata: { dispute_id: row.id, payment_request_id: request.id },
    },
    { idempotencyKey: keyOf(`dispute:${row.id}:again`, row.resendTries) },
  )
  return transfer.id
}

/** Stripe keeps a refusal under its key: what it refused is asked for under the next. */
const keyOf = (key: string, tries: number): string => (tries === 0 ? key : `${key}:${tries}`)

/** Whether Stripe said no, so that nothing was done. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || isUnavailable(error)) return false
  return !(error instanceof Stripe.errors.StripeIdempotencyError) && [400, 402, 404].includes(error.statusCode ?? 0)
}
