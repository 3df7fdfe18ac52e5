import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'
import { sumRefundAmounts } from '@kundig/contract/refunds/refund-life-cycle'

/** Returns the amount that the seller can still refund, or that the buyer can request (cents). */
export function getRefundableAmount({ amount, refunds, refundable }: PaymentOfMessage, isSeller: boolean): number {
  return isSeller ? refundable : amount - sumRefundAmounts(refunds)
}

/** True when a refund may start. A buyer can have only one open request. The server checks again. */
export function canStartRefund(payment: PaymentOfMessage, isSeller: boolean): boolean {
  if (payment.status !== 'completed' || getRefundableAmount(payment, isSeller) <= 0) return false
  return isSeller || payment.refund_request?.status !== 'open'
}
