import { sql } from 'drizzle-orm'

import { countBacklog, countWaiting } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { outcomeQueue, receiptQueue } from './reports/report.repository.ts'
import { mailQueue } from './statements/statement.repository.ts'

export const countMails = (db: Executor, limit: number) =>
  countWaiting(db, limit, [receiptQueue, outcomeQueue, mailQueue])

export const countEnding = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT until, 0 FROM standings WHERE until IS NOT NULL AND until <= now() ORDER BY until LIMIT ${limit}::int`,
  )
