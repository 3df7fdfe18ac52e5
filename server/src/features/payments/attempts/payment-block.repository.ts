import { and, desc, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { fromNow, CLAIM_MS } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentBlocks, paymentRequests } from '../../../tables/payments.ts'
import { isPublished, type PublishedRow } from '../settlement/payment-request.repository.ts'

export type PaymentBlockRow = typeof paymentBlocks.$inferSelect

const later = fromNow(CLAIM_MS)

/** Ignores declines from before the end of the last block, and declines older than a day. */
export async function isBlockWarranted(
  tx: Executor,
  personId: string,
  { declines, withinMs }: { declines: number; withinMs: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM (
      SELECT declined_at, lag(declined_at, ${declines - 1}::int) OVER (ORDER BY declined_at) AS first_at FROM card_declines
      WHERE person_id = ${personId} AND declined_at > greatest(
        now() - interval '1 day',
        (SELECT max(coalesce(lifted_at, ends_at)) FROM payment_blocks WHERE person_id = ${personId})
      )
    ) declined
    WHERE first_at >= declined_at - ${withinMs}::bigint * interval '1 millisecond' LIMIT 1`)
  return rows.length > 0
}

export async function insertBlock(tx: Executor, personId: string, forMs: number): Promise<PaymentBlockRow> {
  const [row] = await tx
    .insert(paymentBlocks)
    .values({ personId, endsAt: fromNow(forMs), dueAt: later })
    .returning()
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export async function findActiveBlock(db: Executor, personId: string): Promise<PaymentBlockRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentBlocks)
    .where(and(eq(paymentBlocks.personId, personId), sql`ends_at > clock_timestamp()`, sql`lifted_at IS NULL`))
    .orderBy(desc(paymentBlocks.endsAt))
    .limit(1)
  return row
}

export async function liftBlock(tx: Executor, personId: string): Promise<boolean> {
  const lifted = await tx
    .update(paymentBlocks)
    .set({ liftedAt: sql`clock_timestamp()` })
    .where(and(eq(paymentBlocks.personId, personId), sql`ends_at > clock_timestamp()`, sql`lifted_at IS NULL`))
    .returning({ id: paymentBlocks.id })
  return lifted.length > 0
}

export const blockQueue = new WorkQueue(paymentBlocks, { key: 'id', due: 'dueAt' })

export async function finishBlockCancellations(db: Executor, id: string): Promise<void> {
  await db.update(paymentBlocks).set({ dueAt: null }).where(eq(paymentBlocks.id, id))
}

/**
 * Finds pending requests that the person should pay, or that the person's program made. Omits requests whose intent was
 * made for this block, and requests that are being cancelled.
 */
export async function findRequestsAffectedByBlock(
  db: Executor,
  { id, personId }: PaymentBlockRow,
): Promise<PublishedRow[]> {
  const rows = await db
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.status, 'pending'),
        sql`(buyer_id = ${personId}::uuid OR (seller_id = ${personId}::uuid AND stripe_customer_id IS NULL))`,
        sql`cancelled_as IS NULL AND replaced_for IS DISTINCT FROM ${id}::uuid`,
      ),
    )
  return rows.filter(isPublished)
}

/** Call before cancelling the intent at Stripe. Returns undefined when the intent can no longer be replaced. */
export async function beginIntentReplacement(db: Executor, row: PublishedRow): Promise<PublishedRow | undefined> {
  const [begun] = await db
    .update(paymentRequests)
    .set({ replacedIntent: row.stripePaymentIntentId })
    .where(
      and(
        eq(paymentRequests.id, row.id),
        eq(paymentRequests.status, 'pending'),
        eq(paymentRequests.stripePaymentIntentId, row.stripePaymentIntentId),
        sql`cancelled_as IS NULL`,
      ),
    )
    .returning()
  return begun && isPublished(begun) ? begun : undefined
}

const isReplacing = (row: PublishedRow) =>
  and(
    eq(paymentRequests.id, row.id),
    eq(paymentRequests.status, 'pending'),
    eq(paymentRequests.replacedIntent, row.stripePaymentIntentId),
    eq(paymentRequests.intentNumber, row.intentNumber),
    sql`cancelled_as IS NULL`,
  )

export interface ReplacedFor {
  blockId?: string
  holdId?: string
  customerId?: string
  accountId?: string
}

/** Changes nothing for a decided or cancelled request. */
export async function finishIntentReplacement(
  db: Executor,
  row: PublishedRow,
  { intentId, blockId, holdId, customerId, accountId }: { intentId: string } & ReplacedFor,
): Promise<void> {
  await db
    .update(paymentRequests)
    .set({
      stripePaymentIntentId: intentId,
      intentNumber: row.intentNumber + 1,
      replacedIntent: null,
      ...(blockId === undefined ? {} : { replacedFor: blockId }),
      ...(holdId === undefined ? {} : { pausedFor: holdId }),
      ...(customerId === undefined ? {} : { stripeCustomerId: customerId }),
      ...(accountId === undefined ? {} : { stripeConnectAccountId: accountId }),
      // The new intent needs no check, because its client secret was not issued.
      checkAt: null,
      checks: 0,
    })
    .where(isReplacing(row))
}

/** Advances to the next idempotency key, because Stripe keeps the answer of the current one. */
export async function skipIntentNumber(db: Executor, row: PublishedRow): Promise<void> {
  await db
    .update(paymentRequests)
    .set({ intentNumber: row.intentNumber + 1 })
    .where(isReplacing(row))
}

/** Abandons the replacement: the next settlement ends the request. */
export async function abandonIntentReplacement(db: Executor, row: PublishedRow): Promise<void> {
  await db.update(paymentRequests).set({ replacedIntent: null }).where(isReplacing(row))
}
