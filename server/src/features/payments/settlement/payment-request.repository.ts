import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'

import type { PaymentCancellation, PaymentDecision } from '@kundig/contract/payments/payment-life-cycle'

import type { Executor } from '../../../platform/database/database.ts'
import { afterPause, fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentRequests } from '../../../tables/payments.ts'
import type { OurAccount } from '../our-account.ts'

export type PaymentRequestRow = typeof paymentRequests.$inferSelect
/** One that is published: its two people see it, as it has its place in the room and its payment intent. */
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

/** What one request is known by to its seller's client. */
export type Attempt = Pick<PaymentRequestRow, 'roomId' | 'sellerId' | 'clientId'>

/** Whether both people can see it already. */
export function isPublished(row: PaymentRequestRow | undefined): row is PublishedRow {
  return row !== undefined && row.seq !== null && row.stripePaymentIntentId !== null
}

/**
 * Stores a request, not published yet, unless there is one of the same client id: of any number that race, all get
 * the first.
 * @param reconcileInMs after how long it is taken to be abandoned, should it not be published by then
 */
export async function begin(db: Executor, request: NewRequest, reconcileInMs: number): Promise<PaymentRequestRow> {
  const [row] = await db
    .insert(paymentRequests)
    .values({ ...request, checkAt: fromNow(reconcileInMs) })
    .onConflictDoNothing({ target: [paymentRequests.roomId, paymentRequests.sellerId, paymentRequests.clientId] })
    .returning()
  const begun = row ?? (await findByAttempt(db, request))
  // There was one, and it was deleted before it could be read.
  return begun ?? begin(db, request, reconcileInMs)
}

/** One after the other, whichever server they are on: looking for an equal one and adding it must be one step. */
export async function lockAskingOf(tx: Executor, sellerId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payments of ${sellerId}`}, 0))`)
}

/** The newest request of a seller's program that asks for the same, if it is not older than `withinMs`. */
export async function findEqual(
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
        // The secret of one that was given up pays nothing any more.
        ne(paymentRequests.status, 'rejected'),
        gt(paymentRequests.createdAt, fromNow(-withinMs)),
      ),
    )
    .orderBy(desc(paymentRequests.createdAt))
    .limit(1)
  return row
}

/** The request of a client id, whether or not it is published. */
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

/** A request, whether or not it is published. */
export async function findById(db: Executor, id: string): Promise<PaymentRequestRow | undefined> {
  const [row] = await db.select().from(paymentRequests).where(eq(paymentRequests.id, id))
  return row
}

/** Locks the request until the transaction ends: of those who would decide it, one does. */
export async function findByIdForUpdate(tx: Executor, id: string): Promise<PaymentRequestRow | undefined> {
  const [row] = await tx.select().from(paymentRequests).where(eq(paymentRequests.id, id)).for('update')
  return row
}

/** The id of the request that an intent pays, if it is one of ours. */
export async function findIdByIntent(db: Executor, intentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .where(eq(paymentRequests.stripePaymentIntentId, intentId))
  return row?.id
}

/** The pending ones in the closed rooms of two people, whichever asks. */
export async function findPendingInClosed(db: Executor, oneId: string, otherId: string): Promise<PublishedRow[]> {
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

/** What a person asks for, or is asked for, and has yet to be paid. */
export async function findPendingOf(db: Executor, personId: string): Promise<PublishedRow[]> {
  const isTheirs = or(eq(paymentRequests.sellerId, personId), eq(paymentRequests.buyerId, personId))
  const rows = await db
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.status, 'pending'), isTheirs))
  return rows.filter(isPublished)
}

/** Pending ones whose payment is with another account of ours than the present one, or in another mode, by their ids. */
export async function findOfOthers(
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

/** Gives a request its place and its intent: from the commit on its two people see it. */
export async function publish(tx: Executor, id: string, seq: number, intentId: string): Promise<void> {
  await tx
    .update(paymentRequests)
    // Nothing to ask Stripe about until somebody is given what they need to pay.
    .set({ seq, stripePaymentIntentId: intentId, checkAt: null, checks: 0, updatedAt: sql`clock_timestamp()` })
    .where(eq(paymentRequests.id, id))
}

/** Deletes a request that was never published; one that is published stays. */
export async function removeUnpublished(db: Executor, id: string): Promise<void> {
  await db.delete(paymentRequests).where(and(eq(paymentRequests.id, id), isNull(paymentRequests.seq)))
}

/**
 * Decides a request.
 * @param endedBy what ended it, when it is rejected; should its payment have been cancelled, `noteCancellation` has told why
 * @throws what the database throws when it is decided already: lock it first
 */
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
  if (!row) throw new Error('A locked request is there')
  return row
}

/** Notes why the payment of a request is about to be cancelled, unless that is known already, or the request is decided. */
export async function noteCancellation(db: Executor, id: string, as: PaymentCancellation): Promise<void> {
  await db
    .update(paymentRequests)
    .set({ cancelledAs: sql`coalesce(${paymentRequests.cancelledAs}, ${as})` })
    .where(and(eq(paymentRequests.id, id), eq(paymentRequests.status, 'pending')))
}

/** Has the request checked at Stripe soon: from now on something may happen there that nobody tells us. */
export async function scheduleCheck(db: Executor, id: string, soonMs: number): Promise<void> {
  await db
    .update(paymentRequests)
    .set({ checkAt: fromNow(soonMs), checks: 0 })
    .where(and(eq(paymentRequests.id, id), eq(paymentRequests.status, 'pending')))
}

/** Requests to check at Stripe; one that stays pending is checked ever less often. */
export const checkQueue = new WorkQueue(paymentRequests, {
  key: 'id',
  due: 'checkAt',
  tries: 'checks',
  only: sql`status = 'pending'`,
  again: afterPause(paymentRequests.checks, { firstMs: 60_000, longestMs: 24 * 60 * 60_000 }),
})

/** Requests to remind of or to end; what could not be done is tried again ever less often, the longer their time is over. */
export const nextStepQueue = new WorkQueue(paymentRequests, {
  key: 'id',
  due: 'nextStepAt',
  only: sql`status = 'pending' AND seq IS NOT NULL`,
  again: sql`clock_timestamp()
    + greatest(interval '1 minute', least(interval '1 day', clock_timestamp() - ${paymentRequests.expiresAt}))`,
})

/** True for a request whose time is over, by the database's clock. */
export async function isOver(db: Executor, id: string): Promise<boolean> {
  const over = await db
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .where(and(eq(paymentRequests.id, id), sql`expires_at <= clock_timestamp()`))
  return over.length > 0
}

/** The next thing to do about a request that was reminded of is to end it. */
export async function awaitExpiry(tx: Executor, id: string): Promise<void> {
  await tx
    .update(paymentRequests)
    .set({ nextStepAt: sql`${paymentRequests.expiresAt}` })
    .where(eq(paymentRequests.id, id))
}

/**
 * Has a pending request paid by another intent than it had, which paid it already.
 * @returns false where it is decided, or has another one meanwhile
 */
export async function adoptIntent(db: Executor, row: PublishedRow, intentId: string): Promise<boolean> {
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

/** Stores a request again that was lost, under the id that it had. @returns undefined where it is there */
export async function insertRebuilt(
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
