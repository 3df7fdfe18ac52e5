import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { toLedgerKind } from './ledger-lines.ts'
import type { SeenMovement } from './stripe-ledger.ts'

/** Unmatched charge: money without a payment here. */
export interface UnmatchedCharge {
  stripeChargeId: string
  stripePaymentIntentId: string | null
  /** Id of our payment request, by the charge's metadata. */
  paymentRequestId: string | null
  /** In cents. */
  amount: number
  currency: string
  createdAt: Date
}

/**
 * Returns an unmatched charge, or null: no request has its intent, or that request was rejected.
 * @param request the intent's request
 */
export function findUnmatched(
  movement: SeenMovement,
  intent: string | null,
  request: { status: PaymentStatus } | undefined,
): UnmatchedCharge | null {
  const { source, amount, currency, createdAt, requestId } = movement
  if (toLedgerKind(movement) !== 'payment' || source === null) return null
  if (request && request.status !== 'rejected') return null
  return {
    stripeChargeId: source,
    stripePaymentIntentId: intent,
    paymentRequestId: requestId,
    amount,
    currency,
    createdAt,
  }
}
