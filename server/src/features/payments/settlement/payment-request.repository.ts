import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'

import type { PaymentCancellation, PaymentDecision } from '@kundig/contract/payments/payment-life-cycle'

import { type Executor, lockUntilCommit } from '../../../platform/database/database.ts'
import { computeRetryTime, fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentRequests } from '../../../tables/payments.ts'
import type { OurAccount } from '../our-account.ts'

export type PaymentRequestRow = typeof paymentRequests.$inferSelect
/** Published request, visible to both people: it has a position in the room and a payment intent. */
export type PublishedRow = PaymentRequestRow & { seq: number; stripePaymentIntentId: string }

export type NewRequest = Pick<
  PaymentRequestRow,
  | 'roomId'
  | 'clientId'
  | 'sellerId'
  | 'buyerId'
  | 'amount'
  | 'currency'
  | 'description'
  | 'stripeCustomerId'
  | 'stripeConnectAccountId'
  | 'stripeAccount'
  | 'livemode'
  | 'feeAmount'
  | 'feeRule'
>

export type Attempt = Pick<PaymentRequestRow, 'roomId' | 'sellerId' | 'clientId'>

export function isPublished(row: PaymentRequestRow | undefined): row is PublishedRow {
  return row !== undefined && row.seq !== null && row.stripePaymentIntentId !== null
}

/** Concurrent calls all get the first request. After `reconcileInMs`, an unpublished request counts as abandoned. */
export async function insertRequest(
  db: Executor,
  request: NewRequest,
  reconcileInMs: number,
): Promise<PaymentRequestRow> {
  const [row] = await db
    .insert(paymentRequests)
    .values({ ...request, checkAt: fromNow(reconcileInMs) })
    .onConflictDoNothing({ target: [paymentRequests.roomId, paymentRequests.sellerId, paymentRequests.clientId] })
    .returning()
  const begun = row ?? (await findByAttempt(db, request))
  // The conflicting request was deleted before it could be read.
  return begun ?? insertRequest(db, request, reconcileInMs)
}

/** Serialises a seller's calls across servers, so that finding an identical request and inserting it are one step. */
export async function lockRequestCreation(tx: Executor, sellerId: string): Promise<void> {
  await lockUntilCommit(tx, `payments of ${sellerId}`)
}

export async function findIdenticalRequest(
  db: Executor,
  {
    sellerId,
    buyerId,
    amount,
    currency,
    description,
    stripeAccount,
    livemode,
  }: Omit<NewRequest, 'stripeCustomerId' | 'stripeConnectAccountId' | 'clientId' | 'feeAmount' | 'feeRule' | 'roomId'>,
  withinMs: number,
): Promise<PaymentRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentRequests)
    .where(
      and(
        isNull(paymentRequests.stripeCustomerId),
        eq(paymentRequests.sellerId, sellerId),
        eq(paymentRequests.buyerId, buyerId),
        eq(paymentRequests.amount, amount),
        eq(paymentRequests.currency, currency),
        eq(paymentRequests.description, description),
        sql`${paymentRequests.stripeAccount} IS NOT DISTINCT FROM ${stripeAccount}`,
        sql`${paymentRequests.livemode} IS NOT DISTINCT FROM ${livemode}`,
        // The secret of a rejected request can no longer pay.
        ne(paymentRequests.status, 'rejected'),
        gt(paymentRequests.createdAt, fromNow(-withinMs)),
      ),
    )
    .orderBy(desc(paymentRequests.createdAt))
    .limit(1)
  return row
}

export async function findByAttempt(db: Executor, attempt: Attempt): Promise<PaymentRequestRow | undefined> {
  const { roomId, sellerId, clientId } = attempt
  const [row] = await db
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.roomId, roomId),
        eq(paymentRequests.sellerId, sellerId),
        eq(paymentRequests.clientId, clientId),
      ),
    )
  return row
}

export async function findById(db: Executor, id: string): Promise<PaymentRequestRow | undefined> {
  const [row] = await db.select().from(paymentRequests).where(eq(paymentRequests.id, id))
  return row
}

/** Locks a request until the transaction ends, so that only one of several concurrent decisions counts. */
export async function findByIdForUpdate(tx: Executor, id: string): Promise<PaymentRequestRow | undefined> {
  const [row] = await tx.select().from(paymentRequests).where(eq(paymentRequests.id, id)).for('update')
  return row
}

export async function findIdByIntent(db: Executor, intentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .where(eq(paymentRequests.stripePaymentIntentId, intentId))
  return row?.id
}

export async function findPendingPaymentRequestsInClosedRoom(
  db: Executor,
  oneId: string,
  otherId: string,
): Promise<PublishedRow[]> {
  const [first, second] = [oneId, otherId].toSorted()
  const rows = await db
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.status, 'pending'),
        sql`${paymentRequests.roomId} IN (
          SELECT id FROM chat_rooms
          WHERE participant_ids[1] = ${first}::uuid AND participant_ids[2] = ${second}::uuid AND status = 'closed'
        )`,
      ),
    )
  return rows.filter(isPublished)
}

export async function findPendingPaymentRequestsByPerson(db: Executor, personId: string): Promise<PublishedRow[]> {
  const isTheirs = or(eq(paymentRequests.sellerId, personId), eq(paymentRequests.buyerId, personId))
  const rows = await db
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.status, 'pending'), isTheirs))
  return rows.filter(isPublished)
}

export async function findPendingPaymentRequestsOnOtherAccounts(
  db: Executor,
  ours: OurAccount,
  after: string | undefined,
  limit: number,
): Promise<PaymentRequestRow[]> {
  return db
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.status, 'pending'),
        or(ne(paymentRequests.stripeAccount, ours.id), ne(paymentRequests.livemode, ours.livemode)),
        after === undefined ? undefined : gt(paymentRequests.id, after),
      ),
    )
    .orderBy(paymentRequests.id)
    .limit(limit)
}

/** After the commit, both people see the request. */
export async function markPublished(tx: Executor, id: string, seq: number, intentId: string): Promise<void> {
  await tx
    .update(paymentRequests)
    // The request needs no check until a client secret is issued.
    .set({ seq, stripePaymentIntentId: intentId, checkAt: null, checks: 0, updatedAt: sql`clock_timestamp()` })
    .where(eq(paymentRequests.id, id))
}

export async function removeUnpublishedRequest(db: Executor, id: string): Promise<void> {
  await db.delete(paymentRequests).where(and(eq(paymentRequests.id, id), isNull(paymentRequests.seq)))
}

/** Lock the request first. @throws what the database throws for a decided request */
export async function setStatus(
  tx: Executor,
  id: string,
  status: PaymentDecision,
  endedBy: PaymentRequestRow['endedBy'],
): Promise<PaymentRequestRow> {
  const [row] = await tx
    .update(paymentRequests)
    .set({ status, endedBy, checkAt: null, updatedAt: sql`clock_timestamp()` })
    .where(eq(paymentRequests.id, id))
    .returning()
  if (!row) throw new Error('locked payment request not found')
  return row
}

/** Stores the reason before a cancellation, unless a reason is stored or the request is decided. */
export async function recordCancellation(db: Executor, id: string, as: PaymentCancellation): Promise<void> {
  await db
    .update(paymentRequests)
    .set({ cancelledAs: sql`coalesce(${paymentRequests.cancelledAs}, ${as})` })
    .where(and(eq(paymentRequests.id, id), eq(paymentRequests.status, 'pending')))
}

export async function scheduleCheck(db: Executor, id: string, soonMs: number): Promise<void> {
  await db
    .update(paymentRequests)
    .set({ checkAt: fromNow(soonMs), checks: 0 })
    .where(and(eq(paymentRequests.id, id), eq(paymentRequests.status, 'pending')))
}

export const checkQueue = new WorkQueue(paymentRequests, {
  key: 'id',
  due: 'checkAt',
  tries: 'checks',
  only: sql`status = 'pending'`,
  again: computeRetryTime(paymentRequests.checks, { firstMs: 60_000, longestMs: 24 * 60 * 60_000 }),
})

/** Queue of requests due for a reminder or for expiry. Delays of retries grow with the time since expiry. */
export const nextStepQueue = new WorkQueue(paymentRequests, {
  key: 'id',
  due: 'nextStepAt',
  only: sql`status = 'pending' AND seq IS NOT NULL`,
  again: sql`clock_timestamp()
    + greatest(interval '1 minute', least(interval '1 day', clock_timestamp() - ${paymentRequests.expiresAt}))`,
})

export async function hasExpired(db: Executor, id: string): Promise<boolean> {
  const over = await db
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .where(and(eq(paymentRequests.id, id), sql`expires_at <= clock_timestamp()`))
  return over.length > 0
}

export async function scheduleExpiry(tx: Executor, id: string): Promise<void> {
  await tx
    .update(paymentRequests)
    .set({ nextStepAt: sql`${paymentRequests.expiresAt}` })
    .where(eq(paymentRequests.id, id))
}

/** Replaces a request's intent. Returns false when the request is decided, or has another intent now. */
export async function replaceIntentId(db: Executor, row: PublishedRow, intentId: string): Promise<boolean> {
  const rows = await db
    .update(paymentRequests)
    .set({ stripePaymentIntentId: intentId, updatedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(paymentRequests.id, row.id),
        eq(paymentRequests.status, 'pending'),
        eq(paymentRequests.stripePaymentIntentId, row.stripePaymentIntentId),
      ),
    )
    .returning({ id: paymentRequests.id })
  return rows.length > 0
}

/** Inserts a lost request again. Returns undefined when the request exists. */
export async function restoreLostRequest(
  tx: Executor,
  request: NewRequest & { id: string },
): Promise<PaymentRequestRow | undefined> {
  const [row] = await tx
    .insert(paymentRequests)
    .values(request)
    .onConflictDoNothing({ target: paymentRequests.id })
    .returning()
  return row
}
