import { and, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'

import { BELL_ONLY_KINDS, OPERATOR_KINDS } from '@kundig/contract/notifications/notification-kinds'

import type { DomainEvent, DismissedEvents } from '../../../domain-events.ts'
import type { Executor, Fragment } from '../../../platform/database/database.ts'
import { domainEvents, notifications } from '../../../tables/notifications.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** Delay of a mail or push (s). A notification that was seen within the delay is not sent. */
const DUE_AFTER_S = { mail: 30, push: 5 } as const

export async function insertEvent(tx: Executor, event: DomainEvent): Promise<string | undefined> {
  const [row] = await tx.insert(domainEvents).values(event).onConflictDoNothing().returning({ id: domainEvents.id })
  return row?.id
}

/** Creates the notifications of all events or none, in one statement. Concurrent servers handle different events. */
export async function handleEvents(db: Executor, limit: number, id?: string): Promise<NotificationRow[]> {
  const { rows } = await db.execute<RawNotification>(sql`
    WITH taken AS MATERIALIZED (
      SELECT id, kind, subject_id, room_id, actor_id, recipient_id, amount, currency, created_at FROM domain_events
      WHERE handled_at IS NULL ${id === undefined ? sql`` : sql`AND id = ${id}::uuid`}
      ORDER BY created_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    ), inserted AS (
      INSERT INTO notifications (id, user_id, kind, subject_id, room_id, actor_id, amount, currency, created_at)
      SELECT id, recipient_id, kind, subject_id, room_id, actor_id, amount, currency, created_at FROM taken
      ON CONFLICT DO NOTHING
      RETURNING id, user_id, kind, subject_id, room_id, actor_id, amount, currency, created_at
    ), planned AS (
      INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, due_at)
      SELECT user_id, channel, kind, subject_id, clock_timestamp() + interval '1 second' *
        CASE WHEN kind = ANY (${sql.param([...OPERATOR_KINDS])}::text[]) THEN 0 ELSE after_s END
      FROM inserted, (VALUES ('mail', ${DUE_AFTER_S.mail}::int), ('push', ${DUE_AFTER_S.push}::int)) c (channel, after_s)
      WHERE kind <> ALL (${sql.param([...BELL_ONLY_KINDS])}::text[])
      ON CONFLICT DO NOTHING
    ), handled AS (
      UPDATE domain_events e SET handled_at = clock_timestamp() FROM taken WHERE e.id = taken.id
    )
    SELECT * FROM inserted ORDER BY id`)
  return rows.map(toNotificationRow)
}

type RawNotification = {
  id: string
  user_id: string
  kind: NotificationRow['kind']
  subject_id: string
  room_id: string | null
  actor_id: string | null
  amount: number | null
  currency: string | null
  created_at: string
}

function toNotificationRow(row: RawNotification): NotificationRow {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    subjectId: row.subject_id,
    roomId: row.room_id,
    actorId: row.actor_id,
    amount: row.amount,
    currency: row.currency,
    createdAt: new Date(row.created_at),
    seenAt: null,
    readAt: null,
  }
}

/** Updates events first, to wait for a server that is creating their notifications. Returns ids that were unread. */
export async function dismissEvents(
  tx: Executor,
  { recipientId, kinds, subjectId }: DismissedEvents,
): Promise<string[]> {
  const about = (table: typeof domainEvents | typeof notifications): SQL | undefined =>
    and(inArray(table.kind, [...kinds]), subjectId === undefined ? undefined : eq(table.subjectId, subjectId))
  await tx
    .update(domainEvents)
    .set({ handledAt: sql`clock_timestamp()` })
    .where(and(eq(domainEvents.recipientId, recipientId), isNull(domainEvents.handledAt), about(domainEvents)))
  return markNotificationsRead(tx, recipientId, about(notifications))
}

async function markNotificationsRead(db: Executor, userId: string, which: SQL | undefined): Promise<string[]> {
  const rows = await db
    .update(notifications)
    .set({ readAt: sql`clock_timestamp()`, seenAt: sql`coalesce(${notifications.seenAt}, clock_timestamp())` })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), which))
    .returning({ id: notifications.id })
  return rows.map(({ id }) => id)
}

export function markRead(db: Executor, userId: string, ids: readonly string[] | undefined): Promise<string[]> {
  return markNotificationsRead(db, userId, ids && inArray(notifications.id, [...ids]))
}

export async function markSeen(db: Executor, userId: string, ids: readonly string[]): Promise<void> {
  await db
    .update(notifications)
    .set({ seenAt: sql`clock_timestamp()` })
    .where(and(eq(notifications.userId, userId), inArray(notifications.id, [...ids]), isNull(notifications.seenAt)))
}

export async function countUnreadNotifications(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
  return row?.unread ?? 0
}

export function findPage(
  db: Executor,
  userId: string,
  afterId: string | undefined,
  limit: number,
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), afterId === undefined ? undefined : lt(notifications.id, afterId)))
    .orderBy(desc(notifications.id))
    .limit(limit)
}

const STAMPED = 20

/** The stamp contains several ids, because an older notification may commit after the latest one. */
export function selectNotificationsStamp(userId: string): Fragment {
  return sql`(
    SELECT md5(coalesce(string_agg(n.id::text, ' ' ORDER BY n.id), '') || ' ' || (
      SELECT count(*) FROM notifications WHERE user_id = ${userId}::uuid AND read_at IS NULL
    ))
    FROM (
      SELECT id FROM notifications WHERE user_id = ${userId}::uuid ORDER BY id DESC LIMIT ${STAMPED}::int
    ) n
  )`
}

export async function findNotificationsBySubject(
  db: Executor,
  userId: string,
  about: readonly { kind: string; subjectId: string }[],
): Promise<NotificationRow[]> {
  const subjects = new Set(about.map(({ kind, subjectId }) => `${kind} ${subjectId}`))
  const rows = await db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        inArray(
          notifications.subjectId,
          about.map(({ subjectId }) => subjectId),
        ),
      ),
    )
    .orderBy(notifications.id)
  return rows.filter(({ kind, subjectId }) => subjects.has(`${kind} ${subjectId}`))
}

export async function forgetEvents(db: Executor, limit: number, days: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM domain_events WHERE id = ANY (ARRAY (
      -- Ids tell when they were made, and have an index.
      SELECT id FROM domain_events WHERE id < uuidv7(${-days}::int * interval '1 day') AND handled_at IS NOT NULL
      ORDER BY id LIMIT ${limit}::int
    ))`)
  return rowCount ?? 0
}

export async function forgetEntries(db: Executor, limit: number, days: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM notifications WHERE id = ANY (ARRAY (
      SELECT id FROM notifications WHERE id < uuidv7(${-days}::int * interval '1 day') ORDER BY id LIMIT ${limit}::int
    ))`)
  return rowCount ?? 0
}
