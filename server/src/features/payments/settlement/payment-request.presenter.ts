import type { PaymentEnding } from '@kundig/contract/payments/payment-life-cycle'
import { type PaymentRequest, paymentRequest } from '@kundig/contract/payments/payments.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'
import type { PaymentRequestRow, PublishedRow } from './payment-request.repository.ts'

const toRequest = toWire(paymentRequest.omit({ ended_by: true, expires_at: true, fee_amount: true }))

/**
 * What ended a request; null unless it is rejected. Its buyer's own word comes first; of those rejected before this was kept
 * apart, the payment failed.
 */
export function endingOf({
  status,
  endedBy,
  cancelledAs,
}: Pick<PaymentRequestRow, 'status' | 'endedBy' | 'cancelledAs'>): PaymentEnding | null {
  if (status !== 'rejected') return null
  return endedBy === 'declined' ? endedBy : (cancelledAs ?? 'failed')
}

/** When a request ends by itself; null once it is decided. */
export function expiryOf({ status, expiresAt }: Pick<PaymentRequestRow, 'status' | 'expiresAt'>): string | null {
  return status === 'pending' ? expiresAt.toISOString() : null
}

/** A request for one of its two people: nothing of Stripe's is in it, and the fee is its seller's alone to see. */
export function presentPaymentRequest(row: PublishedRow, messageId: string, viewerId: string): PaymentRequest {
  return {
    ...toRequest(row),
    message_id: messageId,
    ended_by: endingOf(row),
    expires_at: expiryOf(row),
    new_card_only: row.stripeCustomerId === null,
    fee_amount: viewerId === row.sellerId ? row.feeAmount : null,
    is_test: row.livemode !== true,
  }
}
