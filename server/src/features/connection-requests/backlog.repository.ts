import { sql } from 'drizzle-orm'

import { countBacklog } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'

/** Counts overdue pending requests. Queries the index once for each possible number of sent reminders. */
export const countOverdue = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT over.expires_at, 0 FROM generate_series(0, 2) AS reminded (times), LATERAL (
        SELECT expires_at FROM connection_requests
        WHERE status = 'pending' AND reminders >= 0 AND reminders = reminded.times AND expires_at <= now()
        ORDER BY expires_at LIMIT ${limit}::int
      ) over LIMIT ${limit}::int`,
  )
