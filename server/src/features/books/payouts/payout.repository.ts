import { and, desc, eq, inArray, sql } from 'drizzle-orm'

import { type Executor, lockUntilCommit } from '../../../platform/database/database.ts'
import { payouts } from '../../../tables/payments.ts'

export type PayoutRow = typeof payouts.$inferSelect
export type SeenPayout = Omit<PayoutRow, 'id' | 'version' | 'updatedAt'>

export async function findPayout(db: Executor, stripeId: string): Promise<PayoutRow | undefined> {
  const [row] = await db.select().from(payouts).where(eq(payouts.stripeId, stripeId))
  return row
}

/** Waits for other transactions that save payouts of this account, so that the last payout stays the last. */
export async function lockPayouts(tx: Executor, account: string): Promise<void> {
  await lockUntilCommit(tx, `payouts of ${account}`)
}

/** Saves nothing and returns undefined if `before`, read before Stripe, has changed: `seen` may be outdated. */
export async function savePayout(
  tx: Executor,
  before: PayoutRow | undefined,
  seen: SeenPayout,
): Promise<PayoutRow | undefined> {
  if (!before) {
    const [made] = await tx.insert(payouts).values(seen).onConflictDoNothing().returning()
    return made
  }
  const { amount, status, arrivalDate, failureCode } = seen
  const [row] = await tx
    .update(payouts)
    .set({ amount, status, arrivalDate, failureCode, version: before.version + 1, updatedAt: sql`now()` })
    .where(and(eq(payouts.id, before.id), eq(payouts.version, before.version)))
    .returning()
  return row
}

const isOfSeller = (sellerId: string, livemode: boolean) =>
  and(eq(payouts.sellerId, sellerId), eq(payouts.livemode, livemode))

export async function findLastPayout(db: Executor, account: string): Promise<PayoutRow | undefined> {
  const [row] = await db
    .select()
    .from(payouts)
    .where(eq(payouts.stripeConnectAccountId, account))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(1)
  return row
}

export async function findLastFailedPayout(
  db: Executor,
  sellerId: string,
  livemode: boolean,
): Promise<PayoutRow | undefined> {
  const [row] = await db
    .select()
    .from(payouts)
    .where(and(isOfSeller(sellerId, livemode), eq(payouts.status, 'failed')))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(1)
  return row
}

export async function findUpcomingPayouts(db: Executor, sellerId: string, livemode: boolean): Promise<PayoutRow[]> {
  return db
    .select()
    .from(payouts)
    .where(and(isOfSeller(sellerId, livemode), inArray(payouts.status, ['pending', 'in_transit'])))
    .orderBy(payouts.arrivalDate, payouts.createdAt, payouts.id)
}

export async function sumPaidPayouts(db: Executor, sellerId: string, livemode: boolean): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${payouts.amount}), 0)` })
    .from(payouts)
    .where(and(isOfSeller(sellerId, livemode), eq(payouts.status, 'paid')))
  return Number(row?.cents ?? 0)
}
