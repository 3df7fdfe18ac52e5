import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { stripeEvents } from '../../../tables.ts'

type StripeEventRow = typeof stripeEvents.$inferSelect
export type NewEvent = Pick<StripeEventRow, 'id' | 'type' | 'objectId' | 'createdAt'>

/**
 * Stores an event, unless it is stored already.
 * @returns whether it was handled before
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

/** Notes that an event was handled, by whoever was first. */
export async function markHandled(db: Executor, id: string): Promise<void> {
  await db
    .update(stripeEvents)
    .set({ handledAt: sql`clock_timestamp()` })
    .where(and(eq(stripeEvents.id, id), isNull(stripeEvents.handledAt)))
}

/**
 * Events that are still to be handled, the newest first: those that always fail hold up no others.
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

/** The latest events about some of Stripe's objects, by the ids that the events name. */
export const findAbout = (db: Executor, objectIds: readonly string[], limit: number) =>
  db
    .select({ type: stripeEvents.type, receivedAt: stripeEvents.receivedAt, handledAt: stripeEvents.handledAt })
    .from(stripeEvents)
    .where(inArray(stripeEvents.objectId, [...objectIds]))
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(limit)

/**
 * Deletes events, the oldest first, whether or not they were handled.
 * @param limit the most that it deletes at a time
 * @param olderThanMs how long ago they came at least (ms)
 * @returns how many it deleted
 */
export async function forgetOld(db: Executor, limit: number, olderThanMs: number): Promise<number> {
  // By the time of the statement, as an index cannot be searched for a clock that runs. Rows that another server is
  // deleting at this moment are skipped.
  const oldest = sql`ARRAY (
    SELECT id FROM stripe_events
    WHERE received_at < now() - ${olderThanMs}::bigint * interval '1 millisecond'
    ORDER BY received_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
  )`
  const { rowCount } = await db.delete(stripeEvents).where(sql`${stripeEvents.id} = ANY (${oldest})`)
  return rowCount ?? 0
}
