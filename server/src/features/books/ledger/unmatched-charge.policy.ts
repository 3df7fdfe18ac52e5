import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { toLedgerKind } from './ledger-lines.ts'
import type { SeenMovement } from './stripe-ledger.ts'

export interface UnmatchedCharge {
  stripeChargeId: string
  stripePaymentIntentId: string | null
  paymentRequestId: string | null
  /** In cents. */
  amount: number
  currency: string
  createdAt: Date
}

/** Returns the charge if its payment intent has no payment request, or a rejected one. */
export function findUnmatchedCharge(
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
