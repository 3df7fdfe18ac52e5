import { formatReceiptNumber } from '@kundig/contract/books/receipt-content'

import type { Executor } from '../../platform/database/database.ts'
import type { PaymentAttachments } from '../chat/ports.ts'
import { toPaymentEnding, toExpiry } from '../payments/settlement/payment-request.presenter.ts'
import {
  type AttachedRequest,
  findRequestsInRange,
  parseAttachedRequest,
  selectRequestAtPosition,
} from './attached-request.repository.ts'
import { findRefundReceipt } from './receipts/receipt.repository.ts'

/** Reads payment requests by message position, using the unique index on positions. */
export const paymentAttachments: PaymentAttachments = {
  between: async (executor, roomId, firstSeq, lastSeq) => {
    const rows = await findRequestsInRange(executor, roomId, firstSeq, lastSeq)
    return new Map(rows.flatMap((row) => (row.seq === null ? [] : [[row.seq, toPaymentAttachment(row)] as const])))
  },
  select: selectRequestAtPosition,
  read: (selected) => {
    const row = parseAttachedRequest(selected)
    return row && toPaymentAttachment(row)
  },
}

function toPaymentAttachment(row: AttachedRequest) {
  const { id, amount, currency, status, description, stripeCustomerId, updatedAt } = row
  const { receipt, refunds, refundable, refundRequest } = row
  return {
    id,
    amount,
    currency,
    status,
    description,
    ended_by: toPaymentEnding(row),
    expires_at: toExpiry(row),
    new_card_only: stripeCustomerId === null,
    receipt,
    refunds,
    refundable,
    refund_request: refundRequest,
    updatedAt,
  }
}

export const refundReceipts = {
  findNumber: async (db: Executor, refundId: string): Promise<string | null> => {
    const receipt = await findRefundReceipt(db, refundId)
    return receipt ? formatReceiptNumber(receipt) : null
  },
}
