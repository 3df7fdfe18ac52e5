import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'

import { formatReceiptNumber } from '@kundig/contract/books/receipt-content'
import type { ReceiptOfMessage } from '@kundig/contract/payments/receipt-of-message'

import type { Executor } from '../../../platform/database/database.ts'
import { computeRetryTime, fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentRequests, receiptMails, receipts, receiptsOwed, refunds } from '../../../tables/payments.ts'

export type ReceiptRow = typeof receipts.$inferSelect
export type PendingReceipt = typeof receiptsOwed.$inferSelect
export type NewReceipt = Pick<
  ReceiptRow,
  'series' | 'kind' | 'paymentRequestId' | 'refundId' | 'isTest' | 'amount' | 'currency' | 'content' | 'happenedAt'
>

/**
 * Must be the transaction's last write, because the row of the series stays locked until the transaction ends.
 * @throws what the database throws when the receipt exists, or no money moved
 */
export async function insertReceipt(tx: Executor, receipt: NewReceipt): Promise<ReceiptRow> {
  const [row] = await tx.insert(receipts).values(receipt).returning()
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export async function findById(db: Executor, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.select().from(receipts).where(eq(receipts.id, id))
  return row
}

export function findByRequest(db: Executor, paymentRequestId: string): Promise<ReceiptRow[]> {
  return db
    .select()
    .from(receipts)
    .where(eq(receipts.paymentRequestId, paymentRequestId))
    .orderBy(receipts.issuedAt, receipts.id)
}

export async function findPaymentReceipt(db: Executor, paymentRequestId: string): Promise<ReceiptRow | undefined> {
  const [row] = await db
    .select()
    .from(receipts)
    .where(and(eq(receipts.paymentRequestId, paymentRequestId), eq(receipts.kind, 'payment')))
  return row
}

export async function findRefundReceipt(db: Executor, refundId: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.select().from(receipts).where(eq(receipts.refundId, refundId))
  return row
}

const selectShown = (where: SQL): SQL => sql`(
  SELECT jsonb_build_object('id', c.id, 'series', c.series, 'number', c.number) FROM receipts c WHERE ${where}
)`
export const selectOfPayment = (paymentRequestId: SQL): SQL =>
  selectShown(sql`c.payment_request_id = ${paymentRequestId} AND c.kind = 'payment'`)
export const selectOfRefund = (refundId: SQL): SQL => selectShown(sql`c.refund_id = ${refundId}`)

export function parseReceipt(selected: unknown): ReceiptOfMessage | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the subquery above, which types do not follow
  const found = selected as Pick<ReceiptRow, 'id' | 'series' | 'number'> | null
  return found && { id: found.id, number: formatReceiptNumber(found) }
}

export async function findRefundIdsWithReceipt(
  db: Executor,
  refundIds: readonly string[],
): Promise<Set<string | null>> {
  if (refundIds.length === 0) return new Set()
  const rows = await db
    .select({ refundId: receipts.refundId })
    .from(receipts)
    .where(inArray(receipts.refundId, [...refundIds]))
  return new Set(rows.map(({ refundId }) => refundId))
}

export async function findPaymentWithRefunds(db: Executor, paymentRequestId: string) {
  const [payment] = await db
    .select({ buyerId: paymentRequests.buyerId, sellerId: paymentRequests.sellerId })
    .from(paymentRequests)
    .where(eq(paymentRequests.id, paymentRequestId))
  if (!payment) throw new Error('receipt without payment')
  const back = await db
    .select({ id: refunds.id, amount: refunds.amount, status: refunds.status, updatedAt: refunds.updatedAt })
    .from(refunds)
    .where(eq(refunds.paymentRequestId, paymentRequestId))
  return { ...payment, refunds: back }
}

/** Queue of pending receipts by due time, with payments before refunds. The delay grows with each retry. */
export const pendingQueue = new WorkQueue(receiptsOwed, {
  key: 'id',
  due: 'dueAt',
  tries: 'tries',
  order: sql`due_at, kind, id`,
  again: computeRetryTime(receiptsOwed.tries, { firstMs: 60_000, longestMs: 6 * 60 * 60_000 }),
  sort: (one, other) => one.kind.localeCompare(other.kind) || one.id.localeCompare(other.id),
})

export async function removePendingReceipt(tx: Executor, id: string): Promise<void> {
  await tx.delete(receiptsOwed).where(eq(receiptsOwed.id, id))
}

export async function insertReceiptMail(tx: Executor, receiptId: string): Promise<void> {
  await tx.insert(receiptMails).values({ receiptId })
}

export type DueMail = typeof receiptMails.$inferSelect

/** Queue of pending mails. A server that needs more than two minutes for a mail counts as stopped. */
export const mailQueue = new WorkQueue(receiptMails, {
  key: 'receiptId',
  due: 'dueAt',
  tries: 'tries',
  only: sql`ended_at IS NULL`,
  again: fromNow(120_000),
  atATime: 5,
})

export async function recordMailOutcome(
  db: Executor,
  receiptId: string,
  outcome: 'sent' | 'unconfirmed' | 'bounced' | 'given_up',
): Promise<void> {
  await db
    .update(receiptMails)
    .set({ endedAt: sql`clock_timestamp()`, outcome })
    .where(and(eq(receiptMails.receiptId, receiptId), isNull(receiptMails.endedAt)))
}

export async function postponeReceiptMail(db: Executor, receiptId: string): Promise<void> {
  await db
    .update(receiptMails)
    .set({ dueAt: computeRetryTime(sql`${receiptMails.tries} - 1`, { firstMs: 60_000, longestMs: 60 * 60_000 }) })
    .where(and(eq(receiptMails.receiptId, receiptId), isNull(receiptMails.endedAt)))
}
