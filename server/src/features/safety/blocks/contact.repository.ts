import { sql } from 'drizzle-orm'

import type { Executor, Fragment } from '../../../platform/database/database.ts'

/** What two people have done about each other. */
export interface BlocksBetween {
  byOne: boolean
  byOther: boolean
}

/** Whether either of two people has blocked the other. */
export async function findBetween(db: Executor, oneId: string, otherId: string): Promise<BlocksBetween> {
  const { rows } = await db.execute<{ blocker_id: string }>(sql`
    SELECT blocker_id FROM blocks
    WHERE (blocker_id, blocked_id) IN ((${oneId}::uuid, ${otherId}::uuid), (${otherId}::uuid, ${oneId}::uuid))`)
  const blockers = rows.map(({ blocker_id }) => blocker_id)
  return { byOne: blockers.includes(oneId), byOther: blockers.includes(otherId) }
}

/** What the two share, in either order. */
const ofPair = (oneId: string, otherId: string): Fragment =>
  sql`hashtextextended(${`contact of ${[oneId, otherId].toSorted().join(' ')}`}, 0)`

/** Keeps anybody from blocking one of the two for the other until the transaction ends. Any number may hold it at a time. */
export async function holdContact(tx: Executor, oneId: string, otherId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${ofPair(oneId, otherId)})`)
}

/** Waits for whoever holds the contact of the two, and keeps others from holding it until the transaction ends. */
export async function lockContact(tx: Executor, oneId: string, otherId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ofPair(oneId, otherId)})`)
}

/** A subquery for the ids of whom a person has blocked, and of who has blocked them: each half from its own index. */
export function selectBlockedWith(userId: string): Fragment {
  return sql`(
    SELECT blocked_id FROM blocks WHERE blocker_id = ${userId}::uuid
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${userId}::uuid
  )`
}
