import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'

import type { RefundRequestOfMessage } from '@kundig/contract/refunds/refund-request-life-cycle'

import type { CursorPosition } from '../../../platform/database/cursor.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { fromNow } from '../../../platform/database/due-work.ts'
import { paymentRequests, refundRequests } from '../../../tables/payments.ts'

export type RefundRequestRow = typeof refundRequests.$inferSelect

export async function insertRefundRequest(
  tx: Executor,
  request: Pick<RefundRequestRow, 'paymentRequestId' | 'clientId' | 'amount' | 'reason'>,
  answerInMs: number,
): Promise<RefundRequestRow> {
  const [row] = await tx
    .insert(refundRequests)
    .values({
      ...request,
      sellerAnswersUntil: fromNow(answerInMs),
    })
    .returning()
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export async function findByRequest(db: Executor, paymentRequestId: string): Promise<RefundRequestRow[]> {
  return db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.paymentRequestId, paymentRequestId))
    .orderBy(asc(refundRequests.createdAt), asc(refundRequests.id))
}

export async function findById(db: Executor, id: string): Promise<RefundRequestRow | undefined> {
  const [row] = await db.select().from(refundRequests).where(eq(refundRequests.id, id))
  return row
}

/** Returns undefined when the request was not open. */
export async function endRequest(
  tx: Executor,
  id: string,
  state: Pick<RefundRequestRow, 'status'> & Partial<Pick<RefundRequestRow, 'answer' | 'declinedBy'>>,
): Promise<RefundRequestRow | undefined> {
  const [row] = await tx
    .update(refundRequests)
    .set({ ...state, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(refundRequests.id, id), eq(refundRequests.status, 'open')))
    .returning()
  return row
}

export async function grantOpenRequest(
  tx: Executor,
  paymentRequestId: string,
  refundId: string,
): Promise<string | undefined> {
  const [row] = await tx
    .update(refundRequests)
    .set({ status: 'granted', refundId, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(refundRequests.paymentRequestId, paymentRequestId), eq(refundRequests.status, 'open')))
    .returning({ id: refundRequests.id })
  return row?.id
}

/** Reopens the request that a failed refund answered, unless the buyer has another open request. */
export async function reopenRequest(tx: Executor, refundId: string): Promise<void> {
  const hasOpenRequest = sql`EXISTS (
    SELECT FROM refund_requests o
    WHERE o.payment_request_id = ${refundRequests}.payment_request_id AND o.status = 'open'
  )`
  await tx
    .update(refundRequests)
    .set({ status: 'open', refundId: null, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(refundRequests.refundId, refundId), sql`NOT ${hasOpenRequest}`))
}

export async function findOverdueRequests(
  db: Executor,
  limit: number,
): Promise<Pick<RefundRequestRow, 'id' | 'paymentRequestId'>[]> {
  return db
    .select({ id: refundRequests.id, paymentRequestId: refundRequests.paymentRequestId })
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.status, 'open'),
        isNull(refundRequests.escalatedAt),
        sql`${refundRequests.sellerAnswersUntil} <= now()`,
      ),
    )
    .orderBy(refundRequests.sellerAnswersUntil)
    .limit(limit)
}

export async function escalateRequest(tx: Executor, id: string): Promise<RefundRequestRow | undefined> {
  const [row] = await tx
    .update(refundRequests)
    .set({ escalatedAt: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(refundRequests.id, id), eq(refundRequests.status, 'open'), isNull(refundRequests.escalatedAt)))
    .returning()
  return row
}

export async function findEscalatedRequests(
  db: Executor,
  readerId: string,
  after: CursorPosition | null,
  limit: number,
) {
  const isLater =
    after &&
    sql`(${refundRequests.escalatedAt}, ${refundRequests.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return db
    .select({ request: refundRequests, payment: paymentRequests })
    .from(refundRequests)
    .innerJoin(paymentRequests, eq(paymentRequests.id, refundRequests.paymentRequestId))
    .where(
      and(
        eq(refundRequests.status, 'open'),
        sql`${refundRequests.escalatedAt} IS NOT NULL`,
        sql`${readerId}::uuid NOT IN (${paymentRequests.sellerId}, ${paymentRequests.buyerId})`,
        isLater ?? undefined,
      ),
    )
    .orderBy(asc(refundRequests.escalatedAt), asc(refundRequests.id))
    .limit(limit)
}

export function selectLatestRefundRequest(paymentRequestId: SQL): SQL {
  return sql`(
    SELECT jsonb_build_object(
      'id', q.id, 'amount', q.amount, 'status', q.status, 'reason', q.reason, 'answer', q.answer, 'declined_by', q.declined_by,
      'seller_answers_until', q.seller_answers_until, 'with_operator', q.status = 'open' AND q.escalated_at IS NOT NULL,
      'created_at', q.created_at
    )
    FROM refund_requests q WHERE q.payment_request_id = ${paymentRequestId} ORDER BY q.created_at DESC, q.id DESC LIMIT 1
  )`
}

export function parseRefundRequest(selected: unknown): RefundRequestOfMessage | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the subquery above, which types do not follow
  const found = selected as RefundRequestOfMessage | null
  const instant = (text: string): string => new Date(text).toISOString()
  return (
    found && {
      ...found,
      seller_answers_until: instant(found.seller_answers_until),
      created_at: instant(found.created_at),
    }
  )
}

export function selectPaymentRefundRequests(paymentRequestId: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'id', q.id, 'amount', q.amount, 'status', q.status, 'reason', q.reason, 'answer', q.answer, 'declined_by', q.declined_by,
      'seller_answers_until', q.seller_answers_until, 'escalated_at', q.escalated_at, 'created_at', q.created_at
    ) ORDER BY q.created_at, q.id), '[]')
    FROM refund_requests q WHERE q.payment_request_id = ${paymentRequestId}
  )`
}
