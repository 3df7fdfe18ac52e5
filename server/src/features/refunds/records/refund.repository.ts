import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'

import type { ReceiptOfMessage } from '@kundig/contract/payments/receipt-of-message'
import type { RefundOfMessage } from '@kundig/contract/refunds/refund-life-cycle'

import type { Executor } from '../../../platform/database/database.ts'
import { computeRetryTime, fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { refunds } from '../../../tables/payments.ts'

export type RefundRow = typeof refunds.$inferSelect
export type NewRefund = Pick<
  RefundRow,
  'paymentRequestId' | 'clientId' | 'amount' | 'reason' | 'madeBy' | 'fromSeller' | 'withFee'
>
export type StripeState = Pick<RefundRow, 'status' | 'stripeRefundId' | 'failure' | 'takenAmount' | 'waitsForMoney'>

/** Stores our refund before it is sent to Stripe. After `checkInMs`, an unsent refund is sent again. */
export async function insertRefund(tx: Executor, refund: NewRefund, checkInMs: number): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, checkAt: fromNow(checkInMs) })
    .returning()
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export async function insertRefundMadeAtStripe(
  tx: Executor,
  refund: Pick<RefundRow, 'paymentRequestId' | 'amount' | 'fromSeller'> & StripeState & { createdAt: Date },
  checkInMs: number | null,
): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, madeBy: 'stripe', withFee: false, checkAt: checkInMs === null ? null : fromNow(checkInMs) })
    .returning()
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export async function findById(db: Executor, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row
}

export async function findByRequest(db: Executor, paymentRequestId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentRequestId, paymentRequestId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

export async function findPaymentRequestId(db: Executor, stripeRefundId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: refunds.paymentRequestId })
    .from(refunds)
    .where(eq(refunds.stripeRefundId, stripeRefundId))
  return row?.id
}

/** Refundable amount in cents; zero once a bank has or keeps the money. */
export async function findRefundableAmount(db: Executor, paymentRequestId: string): Promise<number> {
  const { rows } = await db.execute<{ cents: number | null }>(
    sql`SELECT refundable_cents(${paymentRequestId}::uuid) AS cents`,
  )
  return rows[0]?.cents ?? 0
}

export async function setRefundState(
  tx: Executor,
  id: string,
  state: Partial<StripeState>,
  checkInMs: number | null,
): Promise<void> {
  const checkAt = checkInMs === null ? null : fromNow(checkInMs)
  await tx
    .update(refunds)
    .set({ ...state, checkAt, checks: 0, updatedAt: sql`clock_timestamp()` })
    .where(eq(refunds.id, id))
}

export async function makeFailedRefundsDue(tx: Executor, paymentRequestId: string): Promise<void> {
  await tx
    .update(refunds)
    .set({ checkAt: fromNow(0), checks: 0 })
    .where(and(eq(refunds.paymentRequestId, paymentRequestId), isGoneAtStripe, gt(refunds.takenAmount, 0)))
}

/** Stores the amount to transfer back (cents). With null, removes the refund from the queue. */
export async function planResend(tx: Executor, id: string, amount: number | null): Promise<void> {
  await tx
    .update(refunds)
    .set(amount === null ? { checkAt: null } : { resendAmount: amount })
    .where(eq(refunds.id, id))
}

/** Counts a transfer that Stripe refused, so that the next try uses another idempotency key. */
export async function recordRefusedResend(db: Executor, { id, resendTries }: RefundRow): Promise<void> {
  await db
    .update(refunds)
    .set({ resendTries: resendTries + 1 })
    .where(eq(refunds.id, id))
}

/** Records a transfer back to the seller, once (`fee` in cents). */
export async function recordCompletedResend(
  db: Executor,
  { id, resendRound, resendAmount }: RefundRow,
  { stripeResendId, fee }: { stripeResendId: string; fee: number },
): Promise<void> {
  await db
    .update(refunds)
    .set({
      stripeResendId,
      retakenBy: null,
      takenAmount: sql`${refunds.takenAmount} - ${resendAmount ?? 0}::int`,
      takenFee: sql`${refunds.takenFee} - ${fee}::int`,
      resendAmount: null,
      resendRound: resendRound + 1,
      resendTries: 0,
      // A dispute may have released more of the money meanwhile.
      checkAt: sql`CASE WHEN ${refunds.takenAmount} > ${resendAmount ?? 0}::int THEN ${fromNow(0)} END`,
    })
    .where(and(eq(refunds.id, id), eq(refunds.resendRound, resendRound)))
}

/** Records the amount that a dispute reversed from a repeated transfer, once per dispute (cents). */
export async function recordReversedResend(
  tx: Executor,
  { id }: RefundRow,
  disputeId: string,
  amount: number,
): Promise<void> {
  await tx
    .update(refunds)
    .set({ retakenBy: disputeId, takenAmount: sql`${refunds.takenAmount} + ${amount}::int`, checkAt: fromNow(0) })
    .where(and(eq(refunds.id, id), sql`${refunds.retakenBy} IS DISTINCT FROM ${disputeId}::uuid`))
}

const isGoneAtStripe = sql`${refunds.status} IN ('failed', 'canceled') AND ${refunds.stripeRefundId} IS NOT NULL`

/** Ends a pending refund that has no Stripe id. */
export async function endUnsentRefund(
  tx: Executor,
  id: string,
  { status, failure }: { status: 'failed' | 'canceled'; failure: string },
): Promise<boolean> {
  const ended = await tx
    .update(refunds)
    .set({ status, failure, checkAt: null, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending'), isNull(refunds.stripeRefundId)))
    .returning({ id: refunds.id })
  return ended.length > 0
}

/** Queue of refunds to send, to read from Stripe, or to transfer back after a failure. Delays grow. */
export const refundQueue = new WorkQueue(refunds, {
  key: 'id',
  due: 'checkAt',
  tries: 'checks',
  again: computeRetryTime(refunds.checks, { firstMs: 60_000, longestMs: 6 * 60 * 60_000 }),
})

export function selectRefundsWithReceipts(paymentRequestId: SQL, selectReceipt: (refundId: SQL) => SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'amount', r.amount, 'status', r.status, 'by', r.made_by, 'reason', r.reason, 'created_at', r.created_at,
      'receipt', ${selectReceipt(sql`r.id`)}
    ) ORDER BY r.created_at, r.id), '[]')
    FROM refunds r WHERE r.payment_request_id = ${paymentRequestId}
  )`
}

export function parseRefunds(
  selected: unknown,
  readReceipt: (selected: unknown) => ReceiptOfMessage | null,
): RefundOfMessage[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the subquery above, which types do not follow
  const found = selected as RefundOfMessage[]
  return found.map((refund) => ({
    ...refund,
    created_at: new Date(refund.created_at).toISOString(),
    receipt: readReceipt(refund.receipt),
  }))
}

export function presentRefund({ id, amount, status, madeBy: by, reason, createdAt }: RefundRow): RefundOfMessage {
  return { id, amount, status, by, reason, created_at: createdAt.toISOString() }
}
