import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { computeRetryTime } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { stripeEventReads, stripeEvents } from '../../../tables/payments.ts'
import type { OurAccount } from '../our-account.ts'

type StripeEventRow = typeof stripeEvents.$inferSelect
export type NewEvent = Pick<StripeEventRow, 'id' | 'type' | 'objectId' | 'account' | 'createdAt'>

/** @returns true when the event was handled before */
export async function recordStripeEvent(db: Executor, event: NewEvent): Promise<boolean> {
  const made = await db.insert(stripeEvents).values(event).onConflictDoNothing().returning({ id: stripeEvents.id })
  if (made.length > 0) return false
  const [known] = await db
    .select({ handledAt: stripeEvents.handledAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event.id))
  return known !== undefined && known.handledAt !== null
}

export async function markEventHandled(db: Executor, id: string): Promise<void> {
  await db
    .update(stripeEvents)
    .set({ handledAt: sql`clock_timestamp()` })
    .where(and(eq(stripeEvents.id, id), isNull(stripeEvents.handledAt)))
}

/** Queue of unhandled events. Delays grow after failures; retries never end. */
export const eventQueue = new WorkQueue(stripeEvents, {
  key: 'id',
  due: 'nextTryAt',
  tries: 'tries',
  only: sql`handled_at IS NULL`,
  order: sql`received_at, id`,
  again: computeRetryTime(stripeEvents.tries, { firstMs: 60_000, longestMs: 24 * 60 * 60_000 }),
  sort: (one, other) => one.receivedAt.getTime() - other.receivedAt.getTime(),
})

export async function findEventsByObjectIds(db: Executor, objectIds: readonly string[], limit: number) {
  const latest = await db
    .select({ type: stripeEvents.type, receivedAt: stripeEvents.receivedAt, handledAt: stripeEvents.handledAt })
    .from(stripeEvents)
    .where(inArray(stripeEvents.objectId, [...objectIds]))
    .orderBy(desc(stripeEvents.receivedAt), desc(stripeEvents.createdAt), desc(stripeEvents.id))
    .limit(limit)
  return latest.toReversed()
}

/** Deletes handled events, the oldest first. Unhandled events are kept. */
export async function deleteOldStripeEvents(db: Executor, limit: number, olderThanMs: number): Promise<number> {
  // Uses `now()`, because `clock_timestamp()` cannot use an index. Skips rows that another server is deleting.
  const oldest = sql`ARRAY (
    SELECT id FROM stripe_events
    WHERE received_at < now() - ${olderThanMs}::bigint * interval '1 millisecond' AND handled_at IS NOT NULL
    ORDER BY received_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
  )`
  const { rowCount } = await db.delete(stripeEvents).where(sql`${stripeEvents.id} = ANY (${oldest})`)
  return rowCount ?? 0
}

export async function findStoredEventIds(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(inArray(stripeEvents.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

export async function findReadPosition(
  db: Executor,
  { id, livemode }: OurAccount,
): Promise<{ startedAt: Date; readTo: Date | null }> {
  const { rows } = await db.execute<{ now: string; readTo: string | null }>(sql`
    SELECT to_json(clock_timestamp()) #>> '{}' AS now, (
      SELECT to_json(read_to) #>> '{}' FROM stripe_event_reads WHERE stripe_account = ${id} AND livemode = ${livemode}
    ) AS "readTo"`)
  const [row] = rows
  if (!row) throw new Error('SELECT of the time returned no row')
  return { startedAt: new Date(row.now), readTo: row.readTo === null ? null : new Date(row.readTo) }
}

export async function saveReadPosition(db: Executor, { id, livemode }: OurAccount, readTo: Date): Promise<void> {
  await db
    .insert(stripeEventReads)
    .values({ stripeAccount: id, livemode, readTo })
    .onConflictDoUpdate({ target: [stripeEventReads.stripeAccount, stripeEventReads.livemode], set: { readTo } })
}
