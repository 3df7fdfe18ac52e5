import type { PaymentEnding } from '@kundig/contract/payments/payment-life-cycle'
import { type PaymentRequest, paymentRequest } from '@kundig/contract/payments/payments.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'
import type { PaymentRequestRow, PublishedRow } from './payment-request.repository.ts'

const toRequest = toWire(paymentRequest.omit({ ended_by: true, expires_at: true, fee_amount: true }))

/** The buyer's refusal takes precedence. Older rows without a stored ending count as failed payments. */
export function toPaymentEnding({
  status,
  endedBy,
  cancelledAs,
}: Pick<PaymentRequestRow, 'status' | 'endedBy' | 'cancelledAs'>): PaymentEnding | null {
  if (status !== 'rejected') return null
  return endedBy === 'declined' ? endedBy : (cancelledAs ?? 'failed')
}

export function toExpiry({ status, expiresAt }: Pick<PaymentRequestRow, 'status' | 'expiresAt'>): string | null {
  return status === 'pending' ? expiresAt.toISOString() : null
}

/** Presents a request without Stripe's ids. Only the seller sees the fee. */
export function presentPaymentRequest(row: PublishedRow, messageId: string, viewerId: string): PaymentRequest {
  return {
    ...toRequest(row),
    message_id: messageId,
    ended_by: toPaymentEnding(row),
    expires_at: toExpiry(row),
    new_card_only: row.stripeCustomerId === null,
    fee_amount: viewerId === row.sellerId ? row.feeAmount : null,
    is_test: row.livemode !== true,
  }
}
