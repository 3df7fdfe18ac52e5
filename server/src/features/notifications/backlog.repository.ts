import { sql } from 'drizzle-orm'

import { countBacklog, countWaiting } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { DeliveryChannel } from '../../tables/notifications.ts'
import { deliveryQueues } from './deliveries/delivery.repository.ts'
import { owedQueue } from './push/owed-push.repository.ts'

/** What is due or tried again within the hour; what quiet hours hold back is not. */
export const countDeliveries = (db: Executor, channel: DeliveryChannel, limit: number) =>
  countWaiting(db, limit, [deliveryQueues[channel]], sql`now() + interval '1 hour'`)

/** What single browsers are owed by now. Their pauses may be long, so what is postponed does not count. */
export const countOwed = (db: Executor, limit: number) => countWaiting(db, limit, [owedQueue])

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
