import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { kindOf } from './ledger-lines.ts'
import type { SeenMovement } from './stripe-ledger.ts'

/** Money that came and that no payment here accounts for. */
export interface CameUnknown {
  stripeChargeId: string
  stripePaymentIntentId: string | null
  /** Which request it says that it pays. */
  paymentRequestId: string | null
  /** In cents. */
  amount: number
  currency: string
  createdAt: Date
}

/**
 * What came of which nobody here knows: no request has its intent, or the one that has it ended without being paid.
 * @param request what its intent pays here
 */
export function findCame(
  movement: SeenMovement,
  intent: string | null,
  request: { status: PaymentStatus } | undefined,
): CameUnknown | null {
  const { source, amount, currency, createdAt, requestId } = movement
  if (kindOf(movement) !== 'payment' || source === null) return null
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
