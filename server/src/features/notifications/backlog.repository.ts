import { sql } from 'drizzle-orm'

import { countBacklog } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { DeliveryChannel } from '../../tables/notifications.ts'

/** What is due or tried again within the hour; what quiet hours hold back is not. */
export const countDeliveries = (db: Executor, channel: DeliveryChannel, limit: number) =>
  countBacklog(
    db,
    sql`SELECT due_at, tries FROM notification_deliveries
      WHERE channel = ${channel} AND ended_at IS NULL AND due_at <= now() + interval '1 hour'
      ORDER BY due_at LIMIT ${limit}::int`,
  )

/** What single browsers are owed by now. Their pauses may be long, so what is postponed does not count. */
export const countOwed = (db: Executor, limit: number) =>
  countBacklog(db, sql`SELECT due_at, 0 FROM owed_pushes WHERE due_at <= now() ORDER BY due_at LIMIT ${limit}::int`)

export const countEvents = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT created_at, 0 FROM domain_events WHERE handled_at IS NULL ORDER BY created_at LIMIT ${limit}::int`,
  )

/** Whose unread messages are to be looked at by now. */
export const countUnread = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT notify_at, 0 FROM room_members WHERE notify_at <= now() ORDER BY notify_at LIMIT ${limit}::int`,
  )
