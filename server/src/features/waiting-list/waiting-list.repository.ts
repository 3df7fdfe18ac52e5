import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'

import type { Category } from '@kundig/contract/profiles/categories'

import { type Executor, lockUntilCommit } from '../../platform/database/database.ts'
import { user } from '../../tables/auth.ts'
import { invitations, waitingList } from '../../tables/waiting-list.ts'

export type WaitingRow = typeof waitingList.$inferSelect
export type InvitationRow = typeof invitations.$inferSelect

/** Adds an entry, unless its address is already on the list. */
export async function addWaitingListEntry(
  db: Executor,
  entry: Pick<typeof waitingList.$inferInsert, 'fullName' | 'email' | 'category' | 'language'>,
): Promise<void> {
  await db.insert(waitingList).values(entry).onConflictDoNothing({ target: waitingList.email })
}

/** Excludes entries of people who signed up without an invitation. */
const hasNoAccount = sql`NOT EXISTS (SELECT FROM ${user} WHERE ${user.email} = ${waitingList.email})`
/** True for an invitation that is valid or about to be sent. */
const isOpen = and(isNull(invitations.usedAt), gt(invitations.expiresAt, sql`now()`))
const lastOf = sql<Date | null>`(
  SELECT max(i.expires_at) FROM invitations i WHERE i.entry_id = waiting_list.id AND i.used_at IS NULL
)`.mapWith(invitations.expiresAt)

export interface Entry extends WaitingRow {
  /** Expiry of the last unused invitation; null without one. */
  invitedUntil: Date | null
}

/** Returns entries, the longest-waiting first. */
export async function findEntries(
  db: Executor,
  { category, after, limit }: { category: Category | null; after: { at: Date; id: string } | null; limit: number },
): Promise<Entry[]> {
  const rows = await db
    .select({ entry: waitingList, invitedUntil: lastOf })
    .from(waitingList)
    .where(
      and(
        hasNoAccount,
        category === null ? undefined : eq(waitingList.category, category),
        after === null
          ? undefined
          : sql`(${waitingList.createdAt}, ${waitingList.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(waitingList.createdAt), asc(waitingList.id))
    .limit(limit)
  return rows.map(({ entry, invitedUntil }) => ({ ...entry, invitedUntil }))
}

export interface CategoryCount {
  category: Category
  /** People without a valid invitation. */
  waiting: number
  invited: number
  came: number
}

export async function countByCategory(db: Executor): Promise<CategoryCount[]> {
  const { rows } = await db.execute<{ category: Category; waiting: number; invited: number; came: number }>(sql`
    SELECT category, sum(waiting)::int AS waiting, sum(invited)::int AS invited, sum(came)::int AS came
    FROM (
      SELECT ${waitingList.category} AS category,
        count(*) FILTER (WHERE open.entry_id IS NULL) AS waiting, count(open.entry_id) AS invited, 0 AS came
      FROM ${waitingList}
      LEFT JOIN (SELECT DISTINCT entry_id FROM ${invitations} WHERE ${isOpen}) AS open ON open.entry_id = ${waitingList.id}
      WHERE ${hasNoAccount}
      GROUP BY 1
      UNION ALL
      SELECT category, 0, 0, count(used_at) FROM ${invitations} GROUP BY category
    ) AS counted
    GROUP BY category`)
  return rows
}

/** Locks the next entries until commit: first people who were never invited, the longest-waiting first. */
export async function lockNextEntries(tx: Executor, category: Category, count: number): Promise<WaitingRow[]> {
  // A row lock alone would let two moderators invite a person: the second query may read before the first commits, and
  // a lock reads only its own row again, not the invitations.
  await lockUntilCommit(tx, `invitations of ${category}`)
  const times = sql`(SELECT count(*) FROM invitations i WHERE i.entry_id = waiting_list.id)`
  return tx
    .select()
    .from(waitingList)
    .where(
      and(
        eq(waitingList.category, category),
        hasNoAccount,
        sql`NOT EXISTS (SELECT FROM ${invitations} WHERE ${invitations.entryId} = ${waitingList.id} AND ${isOpen})`,
      ),
    )
    .orderBy(times, asc(waitingList.createdAt), asc(waitingList.id))
    .limit(count)
    .for('update')
}

export async function insertInvitations(
  tx: Executor,
  entries: readonly WaitingRow[],
  expiresAt: Date,
): Promise<InvitationRow[]> {
  if (entries.length === 0) return []
  await tx
    .update(waitingList)
    .set({ processed: true, updatedAt: sql`now()` })
    .where(
      inArray(
        waitingList.id,
        entries.map(({ id }) => id),
      ),
    )
  return tx
    .insert(invitations)
    .values(entries.map(({ id, category }) => ({ entryId: id, category, expiresAt })))
    .returning()
}

/** Locks unsent invitations until commit. */
export async function lockUnsentInvitations(
  tx: Executor,
  limit: number,
): Promise<{ id: string; email: string; fullName: string; category: Category; language: WaitingRow['language'] }[]> {
  return tx
    .select({
      id: invitations.id,
      email: waitingList.email,
      fullName: waitingList.fullName,
      category: waitingList.category,
      language: waitingList.language,
    })
    .from(invitations)
    .innerJoin(waitingList, eq(waitingList.id, invitations.entryId))
    .where(and(isNull(invitations.codeHash), isOpen))
    .orderBy(asc(invitations.invitedAt))
    .limit(limit)
    .for('update', { of: invitations, skipLocked: true })
}

export async function setInvitationCode(tx: Executor, id: string, codeHash: string, expiresAt: Date): Promise<void> {
  await tx.update(invitations).set({ codeHash, expiresAt }).where(eq(invitations.id, id))
}

export interface GoodInvitation {
  id: string
  entryId: string
  email: string
  fullName: string
  category: Category
}

export async function findOpenInvitation(db: Executor, codeHash: string): Promise<GoodInvitation | null> {
  const [found] = await db
    .select({
      id: invitations.id,
      entryId: waitingList.id,
      email: waitingList.email,
      fullName: waitingList.fullName,
      category: waitingList.category,
    })
    .from(invitations)
    .innerJoin(waitingList, eq(waitingList.id, invitations.entryId))
    .where(and(eq(invitations.codeHash, codeHash), isOpen))
  return found ?? null
}

/** Uses an invitation; exactly one of concurrent calls succeeds. Deletes the entry with its name and address. */
export async function consumeInvitation(tx: Executor, { id, entryId }: GoodInvitation): Promise<boolean> {
  const used = await tx
    .update(invitations)
    .set({ usedAt: sql`now()` })
    .where(and(eq(invitations.id, id), isOpen))
    .returning({ id: invitations.id })
  if (used.length === 0) return false
  await tx.delete(waitingList).where(eq(waitingList.id, entryId))
  return true
}
