import { and, desc, eq, isNull, sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { stripeEvents } from '../../tables.ts'

type StripeEventRow = typeof stripeEvents.$inferSelect
export type NewEvent = Pick<StripeEventRow, 'id' | 'type' | 'objectId' | 'createdAt'>

/**
 * Writes an event down, unless it is there.
 * @returns whether all that follows from it was done before
 */
export async function record(db: Executor, event: NewEvent): Promise<boolean> {
  const made = await db.insert(stripeEvents).values(event).onConflictDoNothing().returning({ id: stripeEvents.id })
  if (made.length > 0) return false
  const [known] = await db
    .select({ handledAt: stripeEvents.handledAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event.id))
  return known !== undefined && known.handledAt !== null
}

export async function markHandled(db: Executor, id: string): Promise<void> {
  await db
    .update(stripeEvents)
    .set({ handledAt: sql`clock_timestamp()` })
    .where(and(eq(stripeEvents.id, id), isNull(stripeEvents.handledAt)))
}

/**
 * Events from which something is still to follow, the newest first: those that never succeed do not stand in the way.
 * @param age how long ago they came at least, and at most (ms)
 */
export async function findUnhandled(
  db: Executor,
  limit: number,
  age: { leastMs: number; mostMs: number },
): Promise<NewEvent[]> {
  const ago = (ms: number) => sql`clock_timestamp() - ${ms}::bigint * interval '1 millisecond'`
  return db
    .select({
      id: stripeEvents.id,
      type: stripeEvents.type,
      objectId: stripeEvents.objectId,
      createdAt: stripeEvents.createdAt,
    })
    .from(stripeEvents)
    .where(
      and(
        isNull(stripeEvents.handledAt),
        sql`${stripeEvents.receivedAt} BETWEEN ${ago(age.mostMs)} AND ${ago(age.leastMs)}`,
      ),
    )
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(limit)
}
