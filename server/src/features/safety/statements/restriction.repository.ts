import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { user } from '../../../tables/auth.ts'
import { standings } from '../../../tables/safety.ts'

export type RestrictionRow = typeof standings.$inferSelect

/** Returns a person's current restriction; undefined after a suspension has ended. */
export async function findByAccount(db: Executor, accountId: string): Promise<RestrictionRow | undefined> {
  const lasts = or(isNull(standings.until), gt(standings.until, sql`now()`))
  const [row] = await db
    .select()
    .from(standings)
    .where(and(eq(standings.accountId, accountId), lasts))
  return row
}

export async function findEndedRestrictions(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .select({ accountId: standings.accountId })
    .from(standings)
    .where(lte(standings.until, sql`now()`))
    .orderBy(standings.until)
    .limit(limit)
  return rows.map(({ accountId }) => accountId)
}

export async function saveRestriction(
  tx: Executor,
  row: Pick<RestrictionRow, 'accountId' | 'state' | 'until'>,
): Promise<boolean> {
  const { state, until, accountId } = row
  // An update of a row that an ended suspension left fires no trigger, so this lock waits for requests under way.
  await tx.select({ id: user.id }).from(user).where(eq(user.id, accountId)).for('no key update')
  const rows = await tx
    .insert(standings)
    .values(row)
    .onConflictDoUpdate({
      target: standings.accountId,
      set: { state, until },
      setWhere: sql`(${standings.state}, ${standings.until}) IS DISTINCT FROM (excluded.state, excluded.until)`,
    })
    .returning({ accountId: standings.accountId })
  return rows.length > 0
}

export async function removeRestriction(tx: Executor, accountId: string): Promise<void> {
  await tx.delete(standings).where(eq(standings.accountId, accountId))
}

/** Returns the state of an account, and locks it against deletion and closing until the transaction ends. */
export async function lockAccountState(tx: Executor, userId: string): Promise<'open' | 'closed' | 'gone'> {
  const isClosed = sql<boolean>`(${user.email} = ${`removed-${userId}@invalid`})`
  const [row] = await tx.select({ isClosed }).from(user).where(eq(user.id, userId)).for('key share')
  if (!row) return 'gone'
  return row.isClosed ? 'closed' : 'open'
}

/** Returns the given people who may be restricted. Until the transaction ends, no restriction of them can begin. */
export async function lockAndFindRestrictedAccounts(tx: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: user.id, isRestricted: user.isRestricted })
    .from(user)
    .where(inArray(user.id, [...ids]))
    .orderBy(asc(user.id))
    .for('share')
  return rows.filter(({ isRestricted }) => isRestricted).map(({ id }) => id)
}
