import { and, desc, eq, getTableColumns, gt, inArray, lt, max, sql } from 'drizzle-orm'

import { FAILURES, PENDING_DECISIONS } from '@kundig/contract/operations/health-kinds'
import { DISPUTE_STATUSES, isAwaitingEvidence } from '@kundig/contract/refunds/dispute-life-cycle'

import type { FailureCounts } from '../../../failure-metrics.ts'
import { countBacklog } from '../../../platform/database/backlog.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { externalBackups, failureCounts, runningServers } from '../../../tables/operations.ts'

const SERVERS_AT_MOST = 200

/** Counts jobs that are due or will be retried, using the index of each queue. */
export const countJobs = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT waiting.start_after, waiting.retry_count FROM jobs.queue q, LATERAL (
        SELECT start_after, retry_count FROM jobs.job
        WHERE name = q.name AND state < 'active' AND NOT blocked ORDER BY priority DESC, created_on LIMIT ${limit}::int
      ) waiting LIMIT ${limit}::int`,
  )

export interface PendingDecision {
  kind: (typeof PENDING_DECISIONS)[number]
  count: number
  deadline: Date | null
}

/** Counts pending decisions up to a limit, using the partial index of each queue. */
export async function countPendingDecisions(db: Executor, limit: number): Promise<PendingDecision[]> {
  const { rows } = await db.execute<{ kind: PendingDecision['kind']; count: number; deadline: string | null }>(sql`
    WITH waiting (kind, deadline) AS (
      (SELECT 'illegal_reports', NULL::timestamptz FROM report_cases
        WHERE decided_at IS NULL AND category = 'illegal' LIMIT ${limit}::int)
      UNION ALL
      (SELECT 'objections', NULL FROM objections WHERE answered_at IS NULL LIMIT ${limit}::int)
      UNION ALL
      (SELECT 'refund_requests', NULL FROM refund_requests
        WHERE status = 'open' AND escalated_at IS NOT NULL LIMIT ${limit}::int)
      UNION ALL
      (SELECT 'disputes', evidence_due_by FROM disputes
        WHERE status IN (${sql.join(
          DISPUTE_STATUSES.filter(isAwaitingEvidence).map((status) => sql`${status}`),
          sql`, `,
        )}) AND submitted_at IS NULL
        ORDER BY evidence_due_by, id LIMIT ${limit}::int)
    )
    SELECT kind, count(waiting.kind)::int AS count, to_json(min(deadline)) #>> '{}' AS deadline
    FROM unnest(${sql.param([...PENDING_DECISIONS])}::text[]) WITH ORDINALITY AS kinds (kind, place)
    LEFT JOIN waiting USING (kind) GROUP BY kind, place ORDER BY place`)
  return rows.map(({ kind, count, deadline }) => ({
    kind,
    count,
    deadline: deadline === null ? null : new Date(deadline),
  }))
}

export async function addFailures(db: Executor, failures: FailureCounts): Promise<void> {
  for (const [kind, { count, lastAt }] of failures) {
    await db
      .insert(failureCounts)
      .values({
        kind,
        count,
        lastAt,
        since: sql`date_bin('10 minutes', ${lastAt.toISOString()}::timestamptz, '2000-01-01Z')`,
      })
      .onConflictDoUpdate({
        target: [failureCounts.since, failureCounts.kind],
        set: {
          count: sql`${failureCounts.count} + excluded.count`,
          lastAt: sql`greatest(${failureCounts.lastAt}, excluded.last_at)`,
        },
      })
  }
}

export async function forgetFailures(db: Executor): Promise<void> {
  await db.delete(failureCounts).where(lt(failureCounts.since, sql`now() - interval '8 days'`))
}

/** Finds the failures of the last seven days, newest first. Reads at most one row per ten minutes and kind. */
export function findFailures(db: Executor) {
  const { kind, since, count, lastAt } = failureCounts
  const last = max(lastAt)
  const countSince = (age: string) =>
    sql<number>`coalesce(sum(${count}) FILTER (WHERE ${since} > now() - ${age}::interval), 0)::int`
  return db
    .select({
      kind,
      lastAt: last,
      lastHour: countSince('1 hour'),
      lastDay: countSince('1 day'),
      lastWeek: countSince('7 days'),
    })
    .from(failureCounts)
    .where(and(gt(since, sql`now() - interval '7 days'`), inArray(kind, [...FAILURES])))
    .groupBy(kind)
    .orderBy(desc(last))
}

export type FailureRow = Awaited<ReturnType<typeof findFailures>>[number]

export async function recordServer(
  db: Executor,
  server: Omit<typeof runningServers.$inferInsert, 'seenAt'>,
): Promise<void> {
  const row = { ...server, seenAt: sql`now()` }
  await db.insert(runningServers).values(row).onConflictDoUpdate({ target: runningServers.name, set: row })
}

export async function forgetServer(db: Executor, name: string): Promise<void> {
  await db.delete(runningServers).where(eq(runningServers.name, name))
}

export async function forgetLostServers(db: Executor): Promise<void> {
  await db.delete(runningServers).where(lt(runningServers.seenAt, sql`now() - interval '1 hour'`))
}

export function findServers(db: Executor) {
  return db
    .select({
      ...getTableColumns(runningServers),
      awayS: sql<number>`extract(epoch FROM now() - ${runningServers.seenAt})::float8`,
    })
    .from(runningServers)
    .orderBy(runningServers.startedAt, runningServers.name)
    .limit(SERVERS_AT_MOST)
}

export type ServerRow = Awaited<ReturnType<typeof findServers>>[number]

export async function readDatabaseUsage(db: Executor) {
  const { rows } = await db.execute<{ bytes: string; connections: number; most: number; age_s: number | null }>(sql`
    SELECT pg_database_size(current_database()) AS bytes,
      (SELECT coalesce(sum(numbackends), 0)::int FROM pg_stat_database) AS connections,
      current_setting('max_connections')::int AS most,
      (SELECT extract(epoch FROM now() - min(run_on))::float8 FROM migrations) AS age_s`)
  const [row] = rows
  return {
    bytes: Number(row?.bytes ?? 0),
    connections: row?.connections ?? 0,
    most: row?.most ?? 0,
    ageS: row?.age_s ?? 0,
  }
}

export async function findExternalBackup(db: Executor): Promise<{ endedAt: Date; sizeBytes: number | null } | null> {
  const [row] = await db
    .select({ endedAt: externalBackups.endedAt, sizeBytes: externalBackups.sizeBytes })
    .from(externalBackups)
  return row ?? null
}
