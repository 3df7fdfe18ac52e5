import { and, eq, sql } from 'drizzle-orm'

import { type Executor, prepareExistsQuery } from '../../../platform/database/database.ts'
import { fromNow } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { owedPushes } from '../../../tables/notifications.ts'

export interface PendingPush {
  subscriptionId: string
  deliveryId: string
}

/** Saves pushes, due after the pauses of their browsers. Replaces pending pushes about the same room or event. */
export async function savePendingPushes(
  tx: Executor,
  { subscriptionIds, deliveryIds }: { subscriptionIds: readonly string[]; deliveryIds: readonly string[] },
): Promise<void> {
  if (subscriptionIds.length === 0 || deliveryIds.length === 0) return
  const subscriptions = sql`${sql.param([...subscriptionIds])}::uuid[]`
  const deliveries = sql`${sql.param([...deliveryIds])}::uuid[]`
  await tx.execute(sql`
    DELETE FROM owed_pushes o USING notification_deliveries earlier, notification_deliveries d
    WHERE o.subscription_id = ANY (${subscriptions}) AND earlier.id = o.delivery_id
      AND d.id = ANY (${deliveries}) AND d.id <> earlier.id
      AND (d.kind, d.subject_id) = (earlier.kind, earlier.subject_id)`)
  await tx.execute(sql`
    INSERT INTO owed_pushes (subscription_id, delivery_id, due_at)
    SELECT s.id, d.id, greatest(now(), coalesce(s.paused_until, now()))
    FROM push_subscriptions s, notification_deliveries d
    WHERE s.id = ANY (${subscriptions}) AND d.id = ANY (${deliveries})
    ON CONFLICT DO NOTHING`)
}

export async function deletePushesBySubject(
  tx: Executor,
  subscriptionIds: readonly string[],
  about: readonly { kind: string; subjectId: string }[],
): Promise<void> {
  for (const { kind, subjectId } of subscriptionIds.length === 0 ? [] : about) {
    await tx.execute(sql`
      DELETE FROM owed_pushes o USING notification_deliveries d
      WHERE o.subscription_id = ANY (${sql.param([...subscriptionIds])}::uuid[]) AND d.id = o.delivery_id
        AND d.kind = ${kind} AND d.subject_id = ${subjectId}::uuid`)
  }
}

const hasDue = prepareExistsQuery('owed_pushes_due', sql`SELECT FROM owed_pushes WHERE due_at <= now()`)

export const pendingPushQueue = new WorkQueue(owedPushes, {
  key: ['subscriptionId', 'deliveryId'],
  due: 'dueAt',
  again: fromNow(120_000),
  atATime: 5,
  hasDue: (db) => hasDue(db, {}),
})

const isThis = ({ subscriptionId, deliveryId }: PendingPush) =>
  and(eq(owedPushes.subscriptionId, subscriptionId), eq(owedPushes.deliveryId, deliveryId))

export async function removePendingPush(db: Executor, owed: PendingPush): Promise<void> {
  await db.delete(owedPushes).where(isThis(owed))
}

export async function postpone(db: Executor, owed: PendingPush, until: Date): Promise<void> {
  await db.update(owedPushes).set({ dueAt: until }).where(isThis(owed))
}
