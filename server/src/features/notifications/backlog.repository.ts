import { sql } from 'drizzle-orm'

import { countBacklog, countWaiting } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { DeliveryChannel } from '../../tables/notifications.ts'
import { deliveryQueues } from './deliveries/delivery.repository.ts'
import { pendingPushQueue } from './push/pending-push.repository.ts'

/** Counts deliveries that are due or are retried within the hour, but not those held by quiet hours. */
export const countDeliveries = (db: Executor, channel: DeliveryChannel, limit: number) =>
  countWaiting(db, limit, [deliveryQueues[channel]], sql`now() + interval '1 hour'`)

/** Omits pushes that are postponed, because pauses may be long. */
export const countPendingPushes = (db: Executor, limit: number) => countWaiting(db, limit, [pendingPushQueue])

export const countEvents = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT created_at, 0 FROM domain_events WHERE handled_at IS NULL ORDER BY created_at LIMIT ${limit}::int`,
  )

export const countUnread = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT notify_at, 0 FROM room_members WHERE notify_at <= now() ORDER BY notify_at LIMIT ${limit}::int`,
  )
