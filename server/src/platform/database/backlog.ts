import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Executor } from './database.ts'
import type { WorkQueue } from './work-queue.ts'

const STUCK_AFTER_TRIES = 3

/** Counts pending and stuck rows, and the oldest row's delay (s). An index and a LIMIT of `rows` bound the cost. */
export async function countBacklog(
  db: Executor,
  rows: SQL,
): Promise<{ count: number; overdueS: number | null; stuck: number }> {
  const { rows: found } = await db.execute<{ count: number; overdue_s: number | null; stuck: number }>(sql`
    SELECT count(*)::int AS count, count(*) FILTER (WHERE tries >= ${STUCK_AFTER_TRIES}::int)::int AS stuck,
      extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now()))::float8 AS overdue_s
    FROM (${rows}) AS waiting (due_at, tries)`)
  const [row] = found
  return { count: row?.count ?? 0, overdueS: row?.overdue_s ?? null, stuck: row?.stuck ?? 0 }
}

export const countWaiting = (
  db: Executor,
  limit: number,
  queues: readonly Pick<WorkQueue<PgTable>, 'waiting'>[],
  until?: SQL,
): ReturnType<typeof countBacklog> => {
  const waiting = queues.map((queue) => sql`(${queue.waiting(limit, until)})`)
  return countBacklog(db, sql`SELECT * FROM (${sql.join(waiting, sql` UNION ALL `)}) AS queues LIMIT ${limit}::int`)
}
