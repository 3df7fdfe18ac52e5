import { Stripe } from 'stripe'

import type { ErrorCode } from '@kundig/contract/errors'
import type { RefundStatus } from '@kundig/contract/refunds/refund-life-cycle'

import type { PublishedRow } from '../../payments/settlement/payment-request.repository.ts'
import type { RefundRow } from './refund.repository.ts'
import { toTryKey, createTransferOnce } from './stripe-transfer.ts'

export interface SeenRefund {
  stripeRefundId: string
  amount: number
  status: RefundStatus
  failure: string | null
  fromSeller: boolean
  /** The seller's share that the refund reversed (cents). */
  takenAmount: number
  /** True while the platform's balance is too low for the refund. */
  waitsForMoney: boolean
  createdAt: Date
  /** Our id of the refund; null for refunds made directly at Stripe. */
  ownId: string | null
}

export const GAVE_WAY = 'gave_way'
export const OTHER_ACCOUNT = 'other_account'

/** Rows never change: repeated calls have one content and key, and make one refund. @throws what Stripe's SDK throws */
export async function createRefund(stripe: Stripe, request: PublishedRow, refund: RefundRow): Promise<SeenRefund> {
  return toSeenRefund(
    await stripe.refunds.create(
      {
        payment_intent: request.stripePaymentIntentId,
        amount: refund.amount,
        reverse_transfer: refund.fromSeller,
        ...(refund.withFee ? { refund_application_fee: true } : {}),
        metadata: { refund_id: refund.id, payment_request_id: request.id },
      },
      { idempotencyKey: `refund:${refund.id}` },
    ),
  )
}

export async function listRefunds(stripe: Stripe, intentId: string): Promise<SeenRefund[]> {
  const refunds: SeenRefund[] = []
  const wanted = { payment_intent: intentId, limit: 100, expand: ['data.transfer_reversal'] }
  for await (const refund of stripe.refunds.list(wanted)) refunds.push(toSeenRefund(refund))
  return refunds
}

function toSeenRefund(refund: Stripe.Refund): SeenRefund {
  const { id, amount, status, created, metadata, failure_reason: failure = null } = refund
  return {
    stripeRefundId: id,
    amount,
    status: toStatus(status),
    failure,
    fromSeller: refund.transfer_reversal !== null,
    takenAmount: typeof refund.transfer_reversal === 'object' ? (refund.transfer_reversal?.amount ?? 0) : amount,
    waitsForMoney: status === 'pending' && refund.pending_reason === 'insufficient_funds',
    createdAt: new Date(created * 1000),
    ownId: metadata?.['refund_id'] ?? null,
  }
}

function toStatus(status: string | null): RefundStatus {
  return status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending'
}

export function toFailureCode(error: unknown): string {
  return error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : 'unknown'
}

/** Transfers a failed refund's share to the seller once, even when repeated. @throws what Stripe's SDK throws */
export async function resendSellerShare(
  stripe: Stripe,
  request: PublishedRow,
  { id, resendRound, resendTries }: Pick<RefundRow, 'id' | 'resendRound' | 'resendTries'>,
  { amount, destination }: { amount: number; destination: string },
): Promise<string> {
  const group = resendRound === 0 ? `refund_${id}` : `refund_${id}_${resendRound}`
  return createTransferOnce(stripe, request, {
    amount,
    destination,
    group,
    metadata: { refund_id: id, payment_request_id: request.id },
    idempotencyKey: toTryKey(`refund:${id}:again:${resendRound}`, resendTries),
  })
}

export function toRefusal({ failure }: Pick<RefundRow, 'failure'>): ErrorCode {
  if (failure === GAVE_WAY || failure === 'charge_already_refunded') return 'REFUND_TOO_LARGE'
  return failure === 'charge_disputed' ? 'REFUND_DISPUTED' : 'REFUND_FAILED'
}
