import { sql } from 'drizzle-orm'

import { countBacklog } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'

/** Receipts, outcomes and statements of reasons that are to be mailed by now. */
export const countMails = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`(SELECT receipt_due_at, 0 FROM reports
        WHERE receipt_at IS NULL AND receipt_due_at <= now() ORDER BY receipt_due_at LIMIT ${limit}::int)
      UNION ALL (SELECT outcome_due_at, 0 FROM reports
        WHERE outcome_due_at IS NOT NULL AND outcome_due_at <= now() ORDER BY outcome_due_at LIMIT ${limit}::int)
      UNION ALL (SELECT mail_due_at, 0 FROM statements
        WHERE mailed_at IS NULL AND mail_due_at <= now() ORDER BY mail_due_at LIMIT ${limit}::int)
      LIMIT ${limit}::int`,
  )

/** Suspensions whose time is over and that were not ended yet. */
export const countEnding = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT until, 0 FROM standings WHERE until IS NOT NULL AND until <= now() ORDER BY until LIMIT ${limit}::int`,
  )
