import { sql } from 'drizzle-orm'

import { countBacklog } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'

export const countRefunds = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT updated_at, checks FROM refunds
      WHERE check_at IS NOT NULL
        AND (status IN ('failed', 'canceled') OR stripe_refund_id IS NULL OR waits_for_money)
      ORDER BY check_at LIMIT ${limit}::int`,
  )

/** Excludes disputes without failed tries, which only wait for their next check. */
export const countDisputeMoney = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT updated_at, checks FROM disputes
      WHERE check_at IS NOT NULL AND checks > 1 ORDER BY check_at LIMIT ${limit}::int`,
  )
