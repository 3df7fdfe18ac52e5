import { and, gte, lte, min, sql, type SQL } from 'drizzle-orm'

import { FIGURES_TIME_ZONE } from '@kundig/contract/operations/figure-names'

import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { figuresByDay, visitsByDay } from '../../../tables/operations.ts'
import { GROWTH } from './answer-times.ts'
import type { Visits } from './visit-tally.ts'

const ZONE = sql.raw(`'${FIGURES_TIME_ZONE}'`)
/** Delay after a day's end before its count is final, because late commits still belong to the day. */
const GRACE = sql.raw(`interval '1 hour'`)
/** Maximum time from acceptance to a first answer that counts. */
const ANSWERED_WITHIN = sql.raw(`interval '60 days'`)
/** Deliveries are deleted after 30 days, so deliveries of days that began before this period are unknown. */
const DELIVERIES_KNOWN_FOR = sql.raw(`interval '29 days'`)

export async function addVisits(db: Executor, visits: readonly Visits[]): Promise<void> {
  if (visits.length === 0) return
  await db
    .insert(visitsByDay)
    .values([...visits])
    .onConflictDoUpdate({
      target: [visitsByDay.day, visitsByDay.page],
      set: { visits: sql`visits_by_day.visits + excluded.visits` },
    })
}

/** Prevents concurrent counts until the transaction ends. Returns false while another count runs. */
export async function tryLockDailyFigures(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended('figures by day', 0)) AS taken`,
  )
  return rows[0]?.taken === true
}

/** Returns recent days without a final count, newest first. Omits today if it was counted within `freshMs`. */
export async function findUncountedDays(db: Executor, days: number, freshMs: number): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    SELECT d.day::text AS day FROM (
      SELECT (now() AT TIME ZONE ${ZONE})::date - ago AS day FROM generate_series(0, ${days}::int - 1) ago
    ) d LEFT JOIN figures_by_day f ON f.day = d.day
    WHERE d.day >= (SELECT (coalesce(min(created_at), now()) AT TIME ZONE ${ZONE})::date FROM "user") AND (f.day IS NULL OR (NOT f.is_over AND f.counted_at <= now() - ${freshMs}::int * interval '1 millisecond'))
    ORDER BY d.day DESC`)
  return rows.map(({ day }) => day)
}

function selectDay(at: SQL): SQL {
  return sql`(${at} AT TIME ZONE ${ZONE})::date`
}

function isWithinPeriod(at: SQL, starts: SQL, ends: SQL): SQL {
  return sql`${at} >= ${starts} AND ${at} < ${ends}`
}

function selectAnswerTimes(starts: SQL, ends: SQL): SQL {
  return sql`
    answers AS MATERIALIZED (
      SELECT ${selectDay(sql`m.created_at`)} AS day,
        floor(ln(greatest(extract(epoch FROM m.created_at - coalesce(q.created_at, r.created_at)), 1)) / ln(${sql.raw(String(GROWTH))}))::int AS bucket
      FROM chat_rooms r
      LEFT JOIN connection_requests q ON q.id = r.request_id
      CROSS JOIN LATERAL (
        SELECT created_at FROM chat_messages
        WHERE room_id = r.id AND sender_id <> r.requester_id ORDER BY seq LIMIT 1
      ) m
      WHERE r.created_at >= ${starts} - ${ANSWERED_WITHIN} AND r.created_at < ${ends} AND r.last_seq > 0
        AND ${isWithinPeriod(sql`m.created_at`, starts, ends)} AND m.created_at < r.created_at + ${ANSWERED_WITHIN}
    ), answer_times AS (
      SELECT day, sum(count) AS count, jsonb_object_agg(bucket, count) AS times
      FROM (SELECT day, bucket, count(*) AS count FROM answers GROUP BY 1, 2) one GROUP BY 1
    )`
}

/** Counts days without a final count. Safe to repeat, even on several servers at the same time. */
export async function writeDailyFigures(db: Executor, from: string, to: string): Promise<void> {
  const starts = sql`(${from}::date::timestamp AT TIME ZONE ${ZONE})`
  const ends = sql`((${to}::date + 1)::timestamp AT TIME ZONE ${ZONE})`
  const perDay = (table: string, column: string, where = sql`true`, more = sql``): SQL => {
    const at = sql.raw(column)
    return sql`(SELECT ${selectDay(at)} AS day, count(*) AS count ${more} FROM ${sql.raw(table)}
      WHERE ${isWithinPeriod(at, starts, ends)} AND ${where} GROUP BY 1)`
  }
  const sumOfAmounts = sql`, sum(amount) AS amount`
  await db.execute(sql`
    WITH ${selectAnswerTimes(starts, ends)}
    INSERT INTO figures_by_day (day, is_over, counted_at, sign_ups, profiles, requests, accepted, declined, first_answers,
      answer_times, paid, volume, refunded, reports, mails, pushes)
    SELECT d.day, now() >= (d.day + 1)::timestamp AT TIME ZONE ${ZONE} + ${GRACE}, now(),
      coalesce(sign_ups.count, 0), coalesce(made_profiles.count, 0), coalesce(requests.count, 0), coalesce(accepted.count, 0),
      coalesce(declined.count, 0), coalesce(answer_times.count, 0), coalesce(answer_times.times, '{}'),
      coalesce(paid.count, 0), coalesce(paid.amount, 0), coalesce(refunded.amount, 0), coalesce(made_reports.count, 0),
      CASE WHEN known.deliveries THEN coalesce(deliveries.mails, 0) END,
      CASE WHEN known.deliveries THEN coalesce(deliveries.pushes, 0) END
    FROM (SELECT ${from}::date + at AS day FROM generate_series(0, ${to}::date - ${from}::date) at) d
    CROSS JOIN LATERAL (
      SELECT d.day::timestamp AT TIME ZONE ${ZONE} >= now() - ${DELIVERIES_KNOWN_FOR} AS deliveries
    ) known
    LEFT JOIN ${perDay('"user"', 'created_at')} sign_ups USING (day)
    LEFT JOIN ${perDay('profiles', 'created_at')} made_profiles USING (day)
    LEFT JOIN ${perDay('connection_requests', 'created_at')} requests USING (day)
    LEFT JOIN ${perDay('chat_rooms', 'created_at')} accepted USING (day)
    LEFT JOIN ${perDay('connection_requests', 'ended_at', sql`ended_by IN ('receiver', 'expired')`)} declined USING (day)
    LEFT JOIN answer_times USING (day)
    LEFT JOIN ${perDay('payment_requests', 'updated_at', sql`status = 'completed'`, sumOfAmounts)} paid USING (day)
    LEFT JOIN ${perDay('refunds', 'updated_at', sql`status = 'succeeded'`, sumOfAmounts)} refunded USING (day)
    LEFT JOIN ${perDay('reports', 'created_at')} made_reports USING (day)
    LEFT JOIN ${perDay(
      'notification_deliveries',
      'ended_at',
      sql`outcome = 'sent'`,
      sql`, count(*) FILTER (WHERE channel = 'mail') AS mails, count(*) FILTER (WHERE channel = 'push') AS pushes`,
    )} deliveries USING (day)
    ON CONFLICT (day) DO UPDATE SET
      is_over = excluded.is_over, counted_at = excluded.counted_at, sign_ups = excluded.sign_ups,
      profiles = excluded.profiles, requests = excluded.requests, accepted = excluded.accepted,
      declined = excluded.declined, first_answers = excluded.first_answers, answer_times = excluded.answer_times,
      paid = excluded.paid, volume = excluded.volume, refunded = excluded.refunded, reports = excluded.reports,
      mails = excluded.mails, pushes = excluded.pushes
    WHERE NOT figures_by_day.is_over AND figures_by_day.counted_at <= excluded.counted_at`)
}

export function findFigures(db: Executor, from: string, to: string) {
  const { day } = figuresByDay
  return db
    .select()
    .from(figuresByDay)
    .where(and(gte(day, from), lte(day, to)))
    .orderBy(day)
}

export type FigureRow = Awaited<ReturnType<typeof findFigures>>[number]

export function findVisits(db: Executor, from: string, to: string): Promise<Visits[]> {
  const { day } = visitsByDay
  return db
    .select()
    .from(visitsByDay)
    .where(and(gte(day, from), lte(day, to)))
    .orderBy(day)
}

export async function findFirstDayOfVisits(db: Executor): Promise<string | null> {
  const [row] = await db.select({ day: min(visitsByDay.day) }).from(visitsByDay)
  return row?.day ?? null
}
