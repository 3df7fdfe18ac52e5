import { and, asc, eq, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'

import type { ErrorCode } from '@kundig/contract/errors'
import { type DisputeStatus, hasMoney } from '@kundig/contract/refunds/dispute-life-cycle'

import type { Executor } from '../../../platform/database/database.ts'
import { afterPause, fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { disputes, earlyFraudWarnings, paymentRequests } from '../../../tables/payments.ts'

export type DisputeRow = typeof disputes.$inferSelect

/** What Stripe says of a dispute. */
export interface SeenDispute {
  stripeDisputeId: string
  stripeChargeId: string
  /** In cents. */
  amount: number
  currency: string
  /** What Stripe takes for it (cents). */
  fee: number
  reason: string
  status: DisputeStatus
  evidenceDueBy: Date | null
  createdAt: Date
}

/** The database's time, which all servers share. */
export async function now(db: Executor): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT to_json(clock_timestamp()) #>> '{}' AS now`)
  return new Date(rows[0]?.now ?? '')
}

/** Locks a dispute until the transaction ends, by Stripe's id. */
export async function lockByStripeId(tx: Executor, stripeDisputeId: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.stripeDisputeId, stripeDisputeId)).for('update')
  return row
}

/** Locks a dispute until the transaction ends. */
export async function lockById(tx: Executor, id: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id)).for('update')
  return row
}

export async function findById(db: Executor, id: string): Promise<DisputeRow | undefined> {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id))
  return row
}

/** Those of a payment, the oldest first. */
export const findOf = (db: Executor, paymentRequestId: string): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(eq(disputes.paymentRequestId, paymentRequestId))
    .orderBy(asc(disputes.createdAt), asc(disputes.id))

/** Stores one that was not known. @returns undefined where another was faster */
export async function insert(
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

/** Writes what is known by now. */
export async function update(tx: Executor, id: string, changed: Partial<DisputeRow>): Promise<DisputeRow> {
  const [row] = await tx
    .update(disputes)
    .set({ ...changed, updatedAt: sql`clock_timestamp()` })
    .where(eq(disputes.id, id))
    .returning()
  if (!row) throw new Error('An update returns its row')
  return row
}

/** Makes it due now, whatever was waited for. */
export async function makeDue(tx: Executor, id: string): Promise<void> {
  await tx
    .update(disputes)
    .set({ checkAt: fromNow(0), checks: 0 })
    .where(eq(disputes.id, id))
}

/** Notes that there is nothing to do, or when to look again (ms from now). */
export async function rest(db: Executor, id: string, checkInMs: number | null, before: Date | null): Promise<void> {
  await db
    .update(disputes)
    .set({ checkAt: checkInMs === null ? null : fromNow(checkInMs), checks: 0 })
    // Whatever made it due meanwhile is still to be done.
    .where(and(eq(disputes.id, id), sql`check_at IS NOT DISTINCT FROM ${before?.toISOString() ?? null}::timestamptz`))
}

/** Disputes to go on with. A server has two minutes, more than Stripe's client ever takes; what fails is tried ever later. */
export const disputeQueue = new WorkQueue(disputes, {
  key: 'id',
  due: 'checkAt',
  tries: 'checks',
  again: afterPause(disputes.checks, { firstMs: 120_000, longestMs: 6 * 60 * 60_000 }),
})

/** Why a payment cannot be refunded for its disputes: Stripe refuses it while a bank has the money, and after. Null: it can. */
export async function disputeRefusal(db: Executor, paymentRequestId: string): Promise<ErrorCode | null> {
  const statuses = (await findOf(db, paymentRequestId)).map(({ status }) => status).filter(hasMoney)
  if (statuses.includes('lost')) return 'REFUND_DISPUTE_LOST'
  return statuses.length > 0 ? 'REFUND_DISPUTED' : null
}

/** Stores a warning of fraud. @returns false where it is known */
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

/** The warnings of a payment. */
export const findWarningsOf = (db: Executor, paymentRequestId: string) =>
  db.select().from(earlyFraudWarnings).where(eq(earlyFraudWarnings.paymentRequestId, paymentRequestId))

/** Those that no bank has decided, with their payments, the nearest deadline first. */
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

/** A subquery for all of a payment, as JSON, for the file with everything that is kept of a person. */
export function selectOwn(paymentRequestId: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'amount', d.amount, 'status', d.status, 'reason', d.reason, 'created_at', d.created_at
    ) ORDER BY d.created_at, d.id), '[]')
    FROM disputes d WHERE d.payment_request_id = ${paymentRequestId}
  )`
}
