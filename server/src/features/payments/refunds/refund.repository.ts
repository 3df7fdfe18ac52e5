import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'

import type { RefundOfMessage } from '@kundig/contract/payments/refund-life-cycle'

import type { Executor } from '../../../platform/database/database.ts'
import { afterPause, fromNow, type GrowingPause, isTaken } from '../../../platform/database/due-work.ts'
import { refunds } from '../../../tables/payments.ts'
import * as receipts from '../receipts/receipt.repository.ts'

export type RefundRow = typeof refunds.$inferSelect
export type NewRefund = Pick<
  RefundRow,
  'paymentRequestId' | 'clientId' | 'amount' | 'reason' | 'madeBy' | 'fromSeller' | 'withFee'
>
/** What Stripe says of a refund. */
export type StripeState = Pick<RefundRow, 'status' | 'stripeRefundId' | 'failure'>

/**
 * Stores a refund of ours, which Stripe is to be asked for.
 * @param checkInMs after how long it is sent again, should this server not come to it
 */
export async function insert(tx: Executor, refund: NewRefund, checkInMs: number): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, checkAt: fromNow(checkInMs) })
    .returning()
  if (!row) throw new Error('An insert returns its row')
  return row
}

/** Stores a refund that was made at Stripe without us. */
export async function insertMade(
  tx: Executor,
  refund: Pick<RefundRow, 'paymentRequestId' | 'amount' | 'fromSeller'> & StripeState & { createdAt: Date },
): Promise<RefundRow> {
  const [row] = await tx
    .insert(refunds)
    .values({ ...refund, madeBy: 'stripe', withFee: false })
    .returning()
  if (!row) throw new Error('An insert returns its row')
  return row
}

export async function findById(db: Executor, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row
}

/** Those of a payment, the oldest first. */
export async function findOf(db: Executor, paymentRequestId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentRequestId, paymentRequestId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

/** The id of the payment request of a refund that we know of, by Stripe's id for it. */
export async function findRequestId(db: Executor, stripeRefundId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: refunds.paymentRequestId })
    .from(refunds)
    .where(eq(refunds.stripeRefundId, stripeRefundId))
  return row?.id
}

/**
 * Writes what became of a refund.
 * @param checkInMs after how long Stripe is asked for it again; null when there is nothing to ask
 */
export async function setState(
  tx: Executor,
  id: string,
  state: Partial<StripeState>,
  checkInMs: number | null,
): Promise<void> {
  await tx
    .update(refunds)
    .set({ ...state, checkAt: checkInMs === null ? null : fromNow(checkInMs), updatedAt: sql`clock_timestamp()` })
    .where(eq(refunds.id, id))
}

/** Ends those that Stripe has not been told of, as far as we know. */
export async function endUnsent(
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

/**
 * Takes refunds that are due to be sent or looked at. Each gets its next time at once, ever later, so that of several servers
 * one does it, and one that is killed meanwhile leaves it to the next.
 * @param pause the first pause and the longest (ms)
 */
export async function takeDue(db: Executor, limit: number, pause: GrowingPause): Promise<RefundRow[]> {
  return db
    .update(refunds)
    .set({ checkAt: afterPause(refunds.checks, pause), checks: sql`${refunds.checks} + 1` })
    .where(isTaken({ key: refunds.id, due: refunds.checkAt, only: sql`status = 'pending'` }, limit))
    .returning()
}

/** A subquery for the refunds of a payment as its message shows them, as JSON that `readShown` understands. */
export function selectShown(paymentRequestId: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'amount', r.amount, 'status', r.status, 'by', r.made_by, 'reason', r.reason, 'created_at', r.created_at,
      'receipt', ${receipts.selectShown(sql`c.refund_id = r.id`)}
    ) ORDER BY r.created_at, r.id), '[]')
    FROM refunds r WHERE r.payment_request_id = ${paymentRequestId}
  )`
}

/** What `selectShown` found. */
export function readShown(selected: unknown): RefundOfMessage[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the subquery above, which types do not follow
  const found = selected as RefundOfMessage[]
  return found.map((refund) => ({
    ...refund,
    created_at: new Date(refund.created_at).toISOString(),
    receipt: receipts.readShown(refund.receipt),
  }))
}

/** The same of a row. */
export function shownOf({ id, amount, status, madeBy: by, reason, createdAt }: RefundRow): RefundOfMessage {
  return { id, amount, status, by, reason, created_at: createdAt.toISOString() }
}
