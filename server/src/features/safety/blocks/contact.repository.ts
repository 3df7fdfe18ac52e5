import { sql } from 'drizzle-orm'

import type { Executor, Fragment } from '../../../platform/database/database.ts'

export interface BlocksBetween {
  byOne: boolean
  byOther: boolean
}

export async function findBlocksOfPair(db: Executor, oneId: string, otherId: string): Promise<BlocksBetween> {
  const { rows } = await db.execute<{ blocker_id: string }>(sql`
    SELECT blocker_id FROM blocks
    WHERE (blocker_id, blocked_id) IN ((${oneId}::uuid, ${otherId}::uuid), (${otherId}::uuid, ${oneId}::uuid))`)
  const blockers = rows.map(({ blocker_id }) => blocker_id)
  return { byOne: blockers.includes(oneId), byOther: blockers.includes(otherId) }
}

const toLockKey = (oneId: string, otherId: string): Fragment =>
  sql`hashtextextended(${`contact of ${[oneId, otherId].toSorted().join(' ')}`}, 0)`

/** Prevents blocks between two people until the transaction ends. Many transactions may hold this lock together. */
export async function lockContactShared(tx: Executor, oneId: string, otherId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${toLockKey(oneId, otherId)})`)
}

/** Waits for holders of the pair's shared lock, and excludes new holders until the transaction ends. */
export async function lockContact(tx: Executor, oneId: string, otherId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${toLockKey(oneId, otherId)})`)
}

/** Selects the ids of blocked people and of blocking people, each from its own index. */
export function selectBlockedOrBlockingIds(userId: string): Fragment {
  return sql`(
    SELECT blocked_id FROM blocks WHERE blocker_id = ${userId}::uuid
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${userId}::uuid
  )`
}
