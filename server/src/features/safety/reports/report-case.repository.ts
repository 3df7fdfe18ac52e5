import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'

import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { roomMembers } from '../../../tables/chat.ts'
import { connectionRequests } from '../../../tables/connection-requests.ts'
import { reportCases, reportQuotes, reports, reportTexts } from '../../../tables/safety.ts'
import type { CaseRow, ReportRow } from './report.repository.ts'

export type QueuePosition = Pick<CaseRow, 'severity' | 'openedAt' | 'id'>

export interface QueueQuery {
  after: QueuePosition | null
  limit: number
  /** Operator whose own cases are excluded; null excludes no case. */
  readerId: string | null
  assignedTo?: string | undefined
}

/** Matches cases about a person, cases that the person reported, and cases in the person's rooms and requests. */
function concernsUser(userId: string): SQL {
  const { id, aboutId, subjectKind, subjectId } = reportCases
  return sql`(${aboutId} = ${userId}::uuid
    OR EXISTS (SELECT FROM ${reports} WHERE ${reports.caseId} = ${id} AND ${reports.reporterId} = ${userId}::uuid)
    OR (${subjectKind} IN ('room', 'message', 'file') AND EXISTS (
      SELECT FROM ${roomMembers} WHERE ${roomMembers.roomId} = ${subjectId} AND ${roomMembers.userId} = ${userId}::uuid))
    OR (${subjectKind} = 'request' AND EXISTS (
      SELECT FROM ${connectionRequests} WHERE ${connectionRequests.id} = ${subjectId}
        AND ${userId}::uuid IN (${connectionRequests.senderId}, ${connectionRequests.receiverId}))))`
}

const isSeenBy = (readerId: string | null): SQL | undefined =>
  readerId === null ? undefined : sql`NOT ${concernsUser(readerId)}`

/** Open cases, most serious first, then oldest first. */
export async function findOpenCases(
  db: Executor,
  { after, limit, readerId, assignedTo }: QueueQuery,
): Promise<CaseRow[]> {
  const { severity, openedAt, id } = reportCases
  return db
    .select()
    .from(reportCases)
    .where(
      and(
        isNull(reportCases.decidedAt),
        assignedTo === undefined ? undefined : eq(reportCases.assignedTo, assignedTo),
        // The first condition uses the index. A row comparison would not allow two sort directions.
        after === null
          ? undefined
          : sql`${severity} <= ${after.severity} AND (${severity} < ${after.severity}
              OR (${openedAt}, ${id}) > (${after.openedAt.toISOString()}::timestamptz, ${after.id}::uuid))`,
        isSeenBy(readerId),
      ),
    )
    .orderBy(sql`${severity} DESC`, openedAt, id)
    .limit(limit)
}

export async function findCase(db: Executor, caseId: string, readerId: string): Promise<CaseRow | undefined> {
  const [row] = await db
    .select()
    .from(reportCases)
    .where(and(eq(reportCases.id, caseId), isSeenBy(readerId)))
  return row
}

/** Locks the case, so that a second operator who claims or decides it reads the first operator's change. */
export async function lockCase(tx: Transaction, caseId: string, readerId: string): Promise<CaseRow | undefined> {
  const [row] = await tx.select().from(reportCases).where(eq(reportCases.id, caseId)).for('update')
  return row && (await findCase(tx, caseId, readerId))
}

export async function isUserConcernedByCase(db: Executor, caseId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: reportCases.id })
    .from(reportCases)
    .where(and(eq(reportCases.id, caseId), concernsUser(userId)))
  return rows.length > 0
}

export async function assignCase(tx: Transaction, caseId: string, userId: string | null): Promise<void> {
  await tx
    .update(reportCases)
    .set({ assignedTo: userId, assignedAt: userId === null ? null : sql`now()` })
    .where(eq(reportCases.id, caseId))
}

/** Marks a case as decided, and its reporters' outcome mails as due. */
export async function markDecided(tx: Transaction, caseId: string, outcome: 'nothing' | 'measure'): Promise<void> {
  await tx
    .update(reportCases)
    .set({ decidedAt: sql`now()`, outcome, assignedTo: null, assignedAt: null })
    .where(eq(reportCases.id, caseId))
  await tx
    .update(reports)
    .set({ outcomeDueAt: sql`now()` })
    .where(eq(reports.caseId, caseId))
}

export type QuoteRow = typeof reportQuotes.$inferSelect

export async function findQuote(db: Executor, caseId: string): Promise<QuoteRow | undefined> {
  const [row] = await db.select().from(reportQuotes).where(eq(reportQuotes.caseId, caseId))
  return row
}

export type ReportWithTexts = ReportRow & { content: string | null; law: string | null }

export async function findReports(db: Executor, caseId: string, limit: number): Promise<ReportWithTexts[]> {
  const rows = await db
    .select({ report: reports, content: reportTexts.content, law: reportTexts.law })
    .from(reports)
    .leftJoin(reportTexts, eq(reportTexts.reportId, reports.id))
    .where(eq(reports.caseId, caseId))
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(limit)
  return rows.map(({ report, content, law }) => ({ ...report, content, law }))
}

export interface CaseFigures {
  open: number
  medianAgeS: number | null
  decidedWithinDay: number | null
  decidedWithinWeek: number | null
}

/** Counts open cases, and measures how fast the cases of the last 90 days were decided. */
export async function findCaseFigures(db: Executor): Promise<CaseFigures> {
  const { rows } = await db.execute<{
    open: string
    median: string | null
    day: string | null
    week: string | null
  }>(sql`
    SELECT
      (SELECT count(*) FROM report_cases WHERE decided_at IS NULL) AS open,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM now() - opened_at))
        FROM report_cases WHERE decided_at IS NULL) AS median,
      avg((decided_at IS NOT NULL AND decided_at <= opened_at + interval '24 hours')::int) FILTER (WHERE opened_at <= now() - interval '24 hours') AS day,
      avg((decided_at IS NOT NULL AND decided_at <= opened_at + interval '7 days')::int) FILTER (WHERE opened_at <= now() - interval '7 days') AS week
    FROM report_cases WHERE opened_at > now() - interval '90 days'`)
  const [row] = rows
  const figure = (text: string | null = null): number | null => (text === null ? null : Number(text))
  return {
    open: Number(row?.open ?? 0),
    medianAgeS: figure(row?.median),
    decidedWithinDay: figure(row?.day),
    decidedWithinWeek: figure(row?.week),
  }
}
