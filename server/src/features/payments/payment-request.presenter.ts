import type { PaymentRequest } from '@kundig/contract/payments/payments.contract'

import type { ShownRow } from './payment-request.repository.ts'

/** A request, for its seller and its buyer alike: nothing of Stripe's is in it. */
export function presentPaymentRequest(row: ShownRow, messageId: string): PaymentRequest {
  return {
    id: row.id,
    room_id: row.roomId,
    message_id: messageId,
    sellerId: row.sellerId,
    buyerId: row.buyerId,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
