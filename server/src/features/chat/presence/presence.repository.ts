import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { presence } from '../../../tables/chat.ts'

/** Minimum interval between writes of a person's presence (ms). */
const NOTED_FOR_MS = 3 * 60_000

export type PresenceRow = typeof presence.$inferSelect
export type HiddenPresence = Pick<PresenceRow, 'hidesActivity' | 'hidesReads'>

/** @param userIds SQL for an array of user ids */
export function hidesReadReceipts(userIds: SQLWrapper): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM presence p WHERE p.user_id = ANY (${userIds}) AND p.hides_reads)`
}

/** Stores the time of activity, unless the presence is hidden or was stored within `NOTED_FOR_MS`. */
export async function recordActivity(db: Executor, userId: string): Promise<void> {
  await db.execute(sql`
    INSERT INTO presence AS p (user_id, active_at) VALUES (${userId}::uuid, clock_timestamp())
    ON CONFLICT (user_id) DO UPDATE SET active_at = clock_timestamp()
    WHERE NOT p.hides_activity
      AND (p.active_at IS NULL OR p.active_at < clock_timestamp() - ${NOTED_FOR_MS} * interval '1 millisecond')`)
}

/** Null when the person's activity is unknown, or when one of the two people hides their activity. */
export async function findIdleMs(db: Executor, userId: string, viewerId: string): Promise<number | null> {
  const { rows } = await db.execute<{ idle_ms: number }>(sql`
    SELECT (extract(epoch FROM clock_timestamp() - active_at) * 1000)::float8 AS idle_ms FROM presence
    WHERE user_id = ${userId}::uuid AND active_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM presence viewer WHERE viewer.user_id = ${viewerId}::uuid AND viewer.hides_activity)`)
  return rows[0]?.idle_ms ?? null
}

export async function findPresencePrivacy(db: Executor, userId: string): Promise<HiddenPresence> {
  const [row] = await db
    .select({ hidesActivity: presence.hidesActivity, hidesReads: presence.hidesReads })
    .from(presence)
    .where(eq(presence.userId, userId))
  return row ?? { hidesActivity: false, hidesReads: false }
}

/** Hiding the activity also erases the time of the last activity. */
export async function updatePresencePrivacy(
  db: Executor,
  userId: string,
  changed: Partial<HiddenPresence>,
): Promise<HiddenPresence> {
  const [row] = await db
    .insert(presence)
    .values({ userId, ...changed })
    .onConflictDoUpdate({
      target: presence.userId,
      set: {
        userId,
        ...changed,
        ...(changed.hidesActivity === true ? { activeAt: null } : {}),
      },
    })
    .returning({ hidesActivity: presence.hidesActivity, hidesReads: presence.hidesReads })
  if (!row) throw new Error('INSERT returned no row')
  return row
}
