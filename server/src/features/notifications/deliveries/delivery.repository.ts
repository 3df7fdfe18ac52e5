import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'

import { type Executor, prepareExistsQuery } from '../../../platform/database/database.ts'
import { computeRetryTime, fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { type DeliveryChannel, type DeliveryOutcome, notificationDeliveries } from '../../../tables/notifications.ts'

export type DeliveryRow = Omit<
  typeof notificationDeliveries.$inferSelect,
  'dueAt' | 'claimedUntil' | 'endedAt' | 'outcome'
>

const {
  dueAt: _dueAt,
  claimedUntil: _claimed,
  endedAt: _ended,
  outcome: _outcome,
  ...columns
} = getTableColumns(notificationDeliveries)

const hasDue = prepareExistsQuery(
  'deliveries_due',
  sql`SELECT FROM notification_deliveries WHERE channel = ${sql.placeholder('channel')}
    AND ended_at IS NULL AND due_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())`,
)

/** A claim expires after two minutes, because its server may have died. */
const createQueue = (channel: DeliveryChannel) =>
  new WorkQueue(notificationDeliveries, {
    key: 'id',
    due: 'dueAt',
    tries: 'tries',
    claimedUntil: 'claimedUntil',
    only: sql`channel = ${channel} AND ended_at IS NULL`,
    again: fromNow(120_000),
    atATime: 5,
    hasDue: (db) => hasDue(db, { channel }),
  })
export const deliveryQueues = { mail: createQueue('mail'), push: createQueue('push') }

export async function findById(db: Executor, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select(columns).from(notificationDeliveries).where(eq(notificationDeliveries.id, id))
  return row
}

/** Ended deliveries are never sent again. */
export async function endDeliveries(db: Executor, ids: readonly string[], outcome: DeliveryOutcome): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(notificationDeliveries)
    .set({ endedAt: sql`clock_timestamp()`, outcome, claimedUntil: null })
    .where(and(inArray(notificationDeliveries.id, [...ids]), isNull(notificationDeliveries.endedAt)))
}

export async function postpone(db: Executor, id: string, until: Date): Promise<void> {
  await db
    .update(notificationDeliveries)
    .set({ dueAt: until, claimedUntil: null })
    .where(and(eq(notificationDeliveries.id, id), isNull(notificationDeliveries.endedAt)))
}

/** Makes a delivery due after a pause that grows with each attempt, at least `leastMs`. */
export async function scheduleRetry(db: Executor, id: string, leastMs: number): Promise<void> {
  const again = computeRetryTime(sql`${notificationDeliveries.tries} - 1`, { firstMs: 60_000, longestMs: 60 * 60_000 })
  await db
    .update(notificationDeliveries)
    .set({ dueAt: sql`greatest(${again}, ${fromNow(leastMs)})`, claimedUntil: null })
    .where(and(eq(notificationDeliveries.id, id), isNull(notificationDeliveries.endedAt)))
}

/** Moves a delivery to the digest under a lock, so that transactions that end deliveries wait and find it there. */
export async function moveToDigest(tx: Executor, { id, userId, channel }: DeliveryRow, until: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO notification_deliveries AS d (user_id, channel, kind, subject_id, up_to, due_at)
    VALUES (${userId}::uuid, ${channel}, 'digest', ${userId}::uuid, ${Date.now()}::bigint, ${until.toISOString()}::timestamptz)
    ON CONFLICT (user_id, channel, kind, subject_id) WHERE kind IN ('messages', 'digest') AND ended_at IS NULL
      DO UPDATE SET due_at = d.due_at`)
  await tx.execute(sql`
    UPDATE notification_deliveries SET due_at = 'infinity', claimed_until = NULL
    WHERE id = ${id}::uuid AND ended_at IS NULL`)
}

/** Queues a digest for deliveries that were held while the previous digest was being sent. */
export async function queueRemainingDigest(tx: Executor, userId: string, channel: DeliveryChannel): Promise<void> {
  await tx.execute(sql`
    INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, up_to, due_at)
    SELECT ${userId}::uuid, ${channel}, 'digest', ${userId}::uuid, ${Date.now()}::bigint, now()
    WHERE EXISTS (
      SELECT FROM notification_deliveries
      WHERE user_id = ${userId}::uuid AND channel = ${channel} AND ended_at IS NULL AND due_at = 'infinity'
    )
    ON CONFLICT DO NOTHING`)
}

/** Sorts deliveries by their events' order, because several servers may create deliveries at the same time. */
export function findDigestItems(db: Executor, userId: string, channel: DeliveryChannel): Promise<DeliveryRow[]> {
  // Event ids grow with time. The table name is explicit, because drizzle omits it in a query of one table.
  const happened = sql`(
    SELECT n.id FROM notifications n
    WHERE n.user_id = notification_deliveries.user_id AND n.kind = notification_deliveries.kind
      AND n.subject_id = notification_deliveries.subject_id
  )`
  return db
    .select(columns)
    .from(notificationDeliveries)
    .where(
      and(
        eq(notificationDeliveries.userId, userId),
        eq(notificationDeliveries.channel, channel),
        isNull(notificationDeliveries.endedAt),
        sql`${notificationDeliveries.dueAt} = 'infinity'`,
      ),
    )
    .orderBy(sql`coalesce(${happened}, ${notificationDeliveries.id})`)
}

export async function releaseDigest(tx: Executor, userId: string): Promise<void> {
  await tx
    .update(notificationDeliveries)
    .set({ dueAt: sql`now()` })
    .where(
      and(
        eq(notificationDeliveries.userId, userId),
        eq(notificationDeliveries.kind, 'digest'),
        isNull(notificationDeliveries.endedAt),
      ),
    )
}

export async function deleteEndedDeliveries(db: Executor, limit: number, days: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM notification_deliveries WHERE id = ANY (ARRAY (
      SELECT id FROM notification_deliveries
      WHERE ended_at IS NOT NULL AND ended_at < now() - ${days}::int * interval '1 day' LIMIT ${limit}::int
    ))`)
  return rowCount ?? 0
}
