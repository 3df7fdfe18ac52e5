import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import { readRowsInIdOrder, readJsonRow, readJsonRows } from '../../platform/database/json-rows.ts'

export const ownDataOfNotifications: OwnData = {
  notification_settings: (db, userId) =>
    readJsonRow(
      db,
      sql`SELECT language, time_zone, quiet_from, quiet_until, previews, mail_quotes, mail_off, push_off, bounced_email,
          updated_at
        FROM notification_settings WHERE user_id = ${userId}`,
    ),
  muted_rooms: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT room_id, muted_until FROM room_notifications WHERE user_id = ${userId} AND muted_until IS NOT NULL
        ORDER BY room_id`,
    ),
  /** Omits the addresses and keys that allow sending pushes. */
  push_browsers: (db, userId) =>
    readJsonRows(db, sql`SELECT created_at FROM push_subscriptions WHERE user_id = ${userId} ORDER BY created_at, id`),
  notifications: (db, userId) =>
    readRowsInIdOrder(
      db,
      (
        page,
      ) => sql`SELECT id, kind, subject_id, room_id, actor_id, amount, currency, created_at, seen_at, read_at FROM notifications
        WHERE user_id = ${userId} AND ${page(sql`id`)}`,
    ),
}
