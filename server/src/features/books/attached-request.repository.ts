import { and, between, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'

import type { ReceiptOfMessage } from '@kundig/contract/payments/receipt-of-message'
import type { RefundOfMessage } from '@kundig/contract/refunds/refund-life-cycle'
import type { RefundRequestOfMessage } from '@kundig/contract/refunds/refund-request-life-cycle'

import type { Executor } from '../../platform/database/database.ts'
import { paymentRequests } from '../../tables/payments.ts'
import type { PaymentRequestRow } from '../payments/settlement/payment-request.repository.ts'
import * as refunds from '../refunds/records/refund.repository.ts'
import { parseRefundRequest, selectLatestRefundRequest } from '../refunds/refunding/refund-request.repository.ts'
import * as receipts from './receipts/receipt.repository.ts'

export type AttachedRequest = Pick<
  PaymentRequestRow,
  | 'id'
  | 'amount'
  | 'currency'
  | 'status'
  | 'description'
  | 'stripeCustomerId'
  | 'endedBy'
  | 'cancelledAs'
  | 'expiresAt'
  | 'updatedAt'
> & {
  receipt: ReceiptOfMessage | null
  refunds: RefundOfMessage[]
  /** Maximum amount the seller can refund (cents). */
  refundable: number
  refundRequest: RefundRequestOfMessage | null
}

/** Subquery for the payment request at a position, as JSON; null without a request. */
export function selectRequestAtPosition(roomId: SQL, seq: SQL): SQL {
  return sql`(
    SELECT jsonb_build_object(
      'id', p.id, 'amount', p.amount, 'currency', p.currency, 'status', p.status, 'description', p.description,
      'stripeCustomerId', p.stripe_customer_id, 'endedBy', p.ended_by, 'cancelledAs', p.cancelled_as,
      'expiresAt', p.expires_at, 'updatedAt', p.updated_at,
      'receipt', ${receipts.selectOfPayment(sql`p.id`)}, 'refunds', ${refunds.selectRefundsWithReceipts(sql`p.id`, receipts.selectOfRefund)},
      'refundable', refundable_cents(p.id),
      'refundRequest', ${selectLatestRefundRequest(sql`p.id`)}
    ) FROM payment_requests p WHERE p.room_id = ${roomId} AND p.seq = ${seq}
  )`
}

export function parseAttachedRequest(selected: unknown): AttachedRequest | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- chat passes it on as `unknown`
  const found = selected as (Record<'expiresAt' | 'updatedAt', string> & AttachedRequest) | null
  return (
    found && {
      ...found,
      receipt: receipts.parseReceipt(found.receipt),
      refunds: refunds.parseRefunds(found.refunds, receipts.parseReceipt),
      refundable: found.refundable ?? 0,
      refundRequest: parseRefundRequest(found.refundRequest),
      expiresAt: new Date(found.expiresAt),
      updatedAt: new Date(found.updatedAt),
    }
  )
}

export async function findRequestsInRange(
  db: Executor,
  roomId: string,
  firstSeq: number,
  lastSeq: number,
): Promise<(PaymentRequestRow & Pick<AttachedRequest, 'receipt' | 'refunds' | 'refundable' | 'refundRequest'>)[]> {
  const rows = await db
    .select({
      ...getTableColumns(paymentRequests),
      receipt: receipts.selectOfPayment(sql`payment_requests.id`),
      refunds: refunds.selectRefundsWithReceipts(sql`payment_requests.id`, receipts.selectOfRefund),
      refundable: sql<number | null>`refundable_cents(payment_requests.id)`,
      refundRequest: selectLatestRefundRequest(sql`payment_requests.id`),
    })
    .from(paymentRequests)
    .where(and(eq(paymentRequests.roomId, roomId), between(paymentRequests.seq, firstSeq, lastSeq)))
  return rows.map((row) => ({
    ...row,
    receipt: receipts.parseReceipt(row.receipt),
    refunds: refunds.parseRefunds(row.refunds, receipts.parseReceipt),
    refundable: row.refundable ?? 0,
    refundRequest: parseRefundRequest(row.refundRequest),
  }))
}
