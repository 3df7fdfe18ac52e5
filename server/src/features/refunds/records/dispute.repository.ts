import { and, asc, eq, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'

import type { ErrorCode } from '@kundig/contract/errors'
import { type DisputeStatus, isMoneyHeldByBank } from '@kundig/contract/refunds/dispute-life-cycle'

import type { Executor } from '../../../platform/database/database.ts'
import { computeRetryTime, fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { disputes, earlyFraudWarnings, paymentRequests } from '../../../tables/payments.ts'

export type DisputeRow = typeof disputes.$inferSelect

export interface SeenDispute {
  stripeDisputeId: string
  stripeChargeId: string
  amount: number
  currency: string
  fee: number
  reason: string
  status: DisputeStatus
  evidenceDueBy: Date | null
  createdAt: Date
}

/** Returns the database's time, which all servers share. */
export async function readClock(db: Executor): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT to_json(clock_timestamp()) #>> '{}' AS now`)
  return new Date(rows[0]?.now ?? '')
}

export async function lockByStripeId(tx: Executor, stripeDisputeId: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.stripeDisputeId, stripeDisputeId)).for('update')
  return row
}

export async function lockById(tx: Executor, id: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id)).for('update')
  return row
}

export async function findById(db: Executor, id: string): Promise<DisputeRow | undefined> {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id))
  return row
}

export const findByRequest = (db: Executor, paymentRequestId: string): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(eq(disputes.paymentRequestId, paymentRequestId))
    .orderBy(asc(disputes.createdAt), asc(disputes.id))

/** @returns undefined when another transaction has stored the dispute */
export async function insertDispute(
  tx: Executor,
  dispute: SeenDispute & { paymentRequestId: string | null; seenAt: Date },
): Promise<DisputeRow | undefined> {
  const [row] = await tx
    .insert(disputes)
    .values({ ...dispute, checkAt: fromNow(0) })
    .onConflictDoNothing({ target: disputes.stripeDisputeId })
    .returning()
  return row
}

export async function updateDispute(tx: Executor, id: string, changed: Partial<DisputeRow>): Promise<DisputeRow> {
  const [row] = await tx
    .update(disputes)
    .set({ ...changed, updatedAt: sql`clock_timestamp()` })
    .where(eq(disputes.id, id))
    .returning()
  if (!row) throw new Error('UPDATE returned no row')
  return row
}

export async function makeDisputeDue(tx: Executor, id: string): Promise<void> {
  await tx
    .update(disputes)
    .set({ checkAt: fromNow(0), checks: 0 })
    .where(eq(disputes.id, id))
}

export async function postponeCheck(
  db: Executor,
  id: string,
  checkInMs: number | null,
  before: Date | null,
): Promise<void> {
  await db
    .update(disputes)
    .set({ checkAt: checkInMs === null ? null : fromNow(checkInMs), checks: 0 })
    // Keeps a due time that was set after `before` was read.
    .where(and(eq(disputes.id, id), sql`check_at IS NOT DISTINCT FROM ${before?.toISOString() ?? null}::timestamptz`))
}

/** Queue of due disputes. A claim lasts two minutes, longer than any call to Stripe. Failures lengthen the delay. */
export const disputeQueue = new WorkQueue(disputes, {
  key: 'id',
  due: 'checkAt',
  tries: 'checks',
  again: computeRetryTime(disputes.checks, { firstMs: 120_000, longestMs: 6 * 60 * 60_000 }),
})

/** Returns why disputes prevent a refund, or null. Stripe refuses refunds once a bank has or keeps the money. */
export async function findDisputeRefusal(db: Executor, paymentRequestId: string): Promise<ErrorCode | null> {
  const statuses = (await findByRequest(db, paymentRequestId)).map(({ status }) => status).filter(isMoneyHeldByBank)
  if (statuses.includes('lost')) return 'REFUND_DISPUTE_LOST'
  return statuses.length > 0 ? 'REFUND_DISPUTED' : null
}

/** @returns false when the warning is already stored */
export async function insertWarning(
  db: Executor,
  warning: Omit<typeof earlyFraudWarnings.$inferSelect, 'id'>,
): Promise<boolean> {
  const made = await db
    .insert(earlyFraudWarnings)
    .values(warning)
    .onConflictDoNothing()
    .returning({ id: earlyFraudWarnings.id })
  return made.length > 0
}

export const findWarnings = (db: Executor, paymentRequestId: string) =>
  db.select().from(earlyFraudWarnings).where(eq(earlyFraudWarnings.paymentRequestId, paymentRequestId))

export const findOpen = (db: Executor, readerId: string, limit: number) =>
  db
    .select({ dispute: disputes, payment: paymentRequests })
    .from(disputes)
    .leftJoin(paymentRequests, eq(paymentRequests.id, disputes.paymentRequestId))
    .where(
      and(
        notInArray(disputes.status, ['won', 'lost', 'warning_closed']),
        or(
          isNull(paymentRequests.id),
          and(ne(paymentRequests.sellerId, readerId), ne(paymentRequests.buyerId, readerId)),
        ),
      ),
    )
    .orderBy(sql`${disputes.evidenceDueBy} ASC NULLS LAST`, asc(disputes.id))
    .limit(limit)

export function selectPaymentDisputes(paymentRequestId: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'amount', d.amount, 'status', d.status, 'reason', d.reason, 'created_at', d.created_at
    ) ORDER BY d.created_at, d.id), '[]')
    FROM disputes d WHERE d.payment_request_id = ${paymentRequestId}
  )`
}
