import { sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'

export async function findOwnSettings(db: Executor, userId: string): Promise<unknown> {
  const [settings] = await readJsonRows(
    db,
    sql`SELECT language, time_zone, quiet_from, quiet_until, previews, mail_quotes, mail_off, push_off, bounced_email,
          updated_at
        FROM notification_settings WHERE user_id = ${userId}`,
  )
  return settings ?? null
}

export const findMutedRooms = (db: Executor, userId: string): Promise<unknown[]> =>
  readJsonRows(
    db,
    sql`SELECT room_id, muted_until FROM room_notifications WHERE user_id = ${userId} AND muted_until IS NOT NULL
        ORDER BY room_id`,
  )

/** Since when browsers get pushes; not the addresses and keys by which anybody could send them. */
export const findPushBrowsers = (db: Executor, userId: string): Promise<unknown[]> =>
  readJsonRows(db, sql`SELECT created_at FROM push_subscriptions WHERE user_id = ${userId} ORDER BY created_at, id`)

export interface OwnNotification {
  id: string
}

/** The entries of a person's bell, in order of their ids. */
export const findOwnAfter = (
  db: Executor,
  userId: string,
  after: OwnNotification | undefined,
  limit: number,
): Promise<OwnNotification[]> =>
  readJsonRows<OwnNotification>(
    db,
    sql`SELECT id, kind, subject_id, room_id, actor_id, amount, currency, created_at, seen_at, read_at FROM notifications
        WHERE user_id = ${userId} AND (${after?.id ?? null}::uuid IS NULL OR id > ${after?.id ?? null}::uuid)
        ORDER BY id LIMIT ${limit}`,
  )
