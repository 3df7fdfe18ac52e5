import { asc, eq, sql } from 'drizzle-orm'

import { type Executor, type Fragment, lockUntilCommit } from '../../../platform/database/database.ts'
import { cardDeclines, paymentAttempts } from '../../../tables/payments.ts'

export type PaymentAttemptRow = typeof paymentAttempts.$inferSelect
export type SeenAttempt = Omit<PaymentAttemptRow, 'paymentRequestId' | 'number' | 'createdAt'>
export type Decline = Pick<typeof cardDeclines.$inferSelect, 'stripeId' | 'declinedAt'>

/** Maximum stored attempts per request. Later attempts are not stored. */
const ATTEMPTS_KEPT = 20

/** Serialises a person's declines across servers, so that storing and counting are one step. */
export async function lockDeclines(tx: Executor, personId: string): Promise<void> {
  await lockUntilCommit(tx, `card declines of ${personId}`)
}

/** Requires `lockDeclines`. */
export async function saveAttempts(
  tx: Executor,
  paymentRequestId: string,
  seen: readonly SeenAttempt[],
): Promise<void> {
  const known = await findByRequest(tx, paymentRequestId)
  const ids = new Set(known.map(({ stripeChargeId }) => stripeChargeId))
  const fresh = seen
    .filter(({ stripeChargeId }) => !ids.has(stripeChargeId))
    .toSorted((one, other) => one.attemptedAt.getTime() - other.attemptedAt.getTime())
    .slice(0, ATTEMPTS_KEPT - known.length)
    .map((attempt, at) => ({ ...attempt, paymentRequestId, number: known.length + at + 1 }))
  if (fresh.length > 0) await tx.insert(paymentAttempts).values(fresh)
}

/** @returns true when at least one decline is new */
export async function saveDeclines(tx: Executor, personId: string, declines: readonly Decline[]): Promise<boolean> {
  const kept = await tx
    .insert(cardDeclines)
    .values(declines.map((decline) => ({ ...decline, personId })))
    .onConflictDoNothing()
    .returning({ id: cardDeclines.stripeId })
  return kept.length > 0
}

export async function isDeclineKnown(db: Executor, stripeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: cardDeclines.stripeId })
    .from(cardDeclines)
    .where(eq(cardDeclines.stripeId, stripeId))
  return rows.length > 0
}

export const findByRequest = (db: Executor, paymentRequestId: string): Promise<PaymentAttemptRow[]> =>
  db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentRequestId, paymentRequestId))
    .orderBy(asc(paymentAttempts.number))

export const selectOwnAttempts = (requestId: Fragment): Fragment => sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('method', a.method, 'brand', a.brand, 'last4', a.last4, 'wallet', a.wallet, 'state', a.state,
    'failure_code', a.failure_code, 'decline_code', a.decline_code, 'attempted_at', a.attempted_at) ORDER BY a.number)
  FROM payment_attempts a WHERE a.payment_request_id = ${requestId}
), '[]')`

export async function forgetOldDeclines(db: Executor, olderThanMs: number): Promise<void> {
  await db.delete(cardDeclines).where(sql`declined_at < now() - ${olderThanMs}::bigint * interval '1 millisecond'`)
}
