import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'

import { type Executor, lockUntilCommit } from '../../../platform/database/database.ts'
import type { PushTarget } from '../../../platform/push/push-sender.ts'
import { session } from '../../../tables/auth.ts'
import { pushSubscriptions } from '../../../tables/notifications.ts'

/** Pause after a failed push (s); the pause doubles with each further failure in a row. */
const FIRST_PAUSE_S = 15
const PAUSE_MAX_S = 86_400

export interface SubscriptionRow extends PushTarget {
  id: string
  pausedS: number
}

/** Locks a person's subscriptions on all servers until commit, so that adding and counting are one step. */
export async function lockSubscriptions(tx: Executor, userId: string): Promise<void> {
  await lockUntilCommit(tx, `push subscriptions of ${userId}`)
}

/** Equal keys prove the same browser. @returns false if the session ended, or another person uses other keys */
export async function saveSubscription(
  tx: Executor,
  { userId, sessionId, endpoint, p256dh, auth }: PushTarget & { userId: string; sessionId: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO push_subscriptions AS stored (user_id, session_id, endpoint, p256dh, auth)
    SELECT user_id, id, ${endpoint}, ${p256dh}, ${auth} FROM session
    WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid
    ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, failures = 0, paused_until = NULL, created_at = now()
    WHERE stored.user_id = excluded.user_id OR (stored.p256dh, stored.auth) = (excluded.p256dh, excluded.auth)`)
  return rowCount === 1
}

/** Deletes the session's other subscriptions, because a browser has only one. */
export async function deleteOtherSubscriptions(tx: Executor, sessionId: string, endpoint: string): Promise<void> {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)))
}

export async function deleteExcessSubscriptions(tx: Executor, userId: string, most: number): Promise<void> {
  const beyond = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(most)
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, beyond))
}

export async function deleteOwnSubscription(db: Executor, userId: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

export async function deleteById(db: Executor, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

/** Finds the subscriptions of active sessions. */
export function findActiveSubscriptions(db: Executor, userId: string): Promise<SubscriptionRow[]> {
  const { id, endpoint, p256dh, auth, pausedUntil } = pushSubscriptions
  return db
    .select({
      id,
      endpoint,
      p256dh,
      auth,
      pausedS: sql<number>`greatest(0, coalesce(ceil(extract(epoch FROM ${pausedUntil} - clock_timestamp())), 0))::int`,
    })
    .from(pushSubscriptions)
    .innerJoin(session, eq(session.id, pushSubscriptions.sessionId))
    .where(and(eq(pushSubscriptions.userId, userId), sql`${session.expiresAt} > clock_timestamp()`))
}

export async function recordPushSuccess(db: Executor, id: string): Promise<void> {
  await db
    .update(pushSubscriptions)
    .set({ failures: 0, pausedUntil: null })
    .where(and(eq(pushSubscriptions.id, id), ne(pushSubscriptions.failures, 0)))
}

/** Pauses a subscription longer after each failure in a row, up to a day. Concurrent failures count as one. */
export async function recordPushFailure(db: Executor, id: string, afterS: number | undefined): Promise<void> {
  await db.execute(sql`
    UPDATE push_subscriptions SET failures = failures + 1, paused_until = clock_timestamp() + interval '1 second' *
      greatest(${afterS ?? 0}::int, least(${PAUSE_MAX_S}::int, ${FIRST_PAUSE_S}::int * 2 ^ least(failures, 20)))
    WHERE id = ${id}::uuid AND (paused_until IS NULL OR paused_until <= clock_timestamp())`)
}
