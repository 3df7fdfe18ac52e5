import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'

import type { ReportCategory } from '@kundig/contract/safety/report-rules'

import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { reportCases, reportQuotes, reports, reportTexts } from '../../../tables/safety.ts'

export type CaseRow = typeof reportCases.$inferSelect
export type ReportRow = typeof reports.$inferSelect

export type CaseSubject = Pick<CaseRow, 'subjectKind' | 'subjectId' | 'subjectSeq' | 'aboutId'>

const isOpenAbout = ({ subjectKind, subjectId, subjectSeq, aboutId }: CaseSubject): SQL | undefined =>
  and(
    eq(reportCases.subjectKind, subjectKind),
    eq(reportCases.subjectId, subjectId),
    eq(reportCases.subjectSeq, subjectSeq),
    eq(reportCases.aboutId, aboutId),
    isNull(reportCases.decidedAt),
  )

export async function findOpenReport(
  db: Executor,
  subject: CaseSubject,
  reporterId: string,
): Promise<ReportRow | undefined> {
  const [found] = await db
    .select({ report: reports })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(isOpenAbout(subject), eq(reports.reporterId, reporterId)))
  return found?.report
}

/** Returns or creates the case, and locks it until the transaction ends. Concurrent reports wait for the lock. */
export async function findOrCreateCase(
  tx: Transaction,
  subject: CaseSubject,
  category: ReportCategory,
): Promise<string> {
  const [row] = await tx
    .insert(reportCases)
    .values({ ...subject, category })
    .onConflictDoUpdate({
      target: [reportCases.subjectKind, reportCases.subjectId, reportCases.subjectSeq, reportCases.aboutId],
      targetWhere: isNull(reportCases.decidedAt),
      set: { aboutId: sql`excluded.about_id` },
    })
    .returning({ id: reportCases.id })
  if (!row) throw new Error('UPSERT returned no row')
  return row.id
}

export async function saveQuote(
  tx: Transaction,
  caseId: string,
  quote: { content: string; storedName: string | null },
): Promise<void> {
  await tx
    .insert(reportQuotes)
    .values({ caseId, ...quote })
    .onConflictDoNothing()
}

export type NewReport = Pick<ReportRow, 'caseId' | 'reporterId' | 'category' | 'reference' | 'language'> & {
  content: string | null
  law: string | null
  email: string | null
}

/** Adds a report to a case, and counts the report. Returns null if the person has reported the case before. */
export async function addReport(
  tx: Transaction,
  { content, law, email, ...report }: NewReport,
): Promise<ReportRow | null> {
  const [row] = await tx
    .insert(reports)
    .values(report)
    .onConflictDoNothing({
      target: [reports.caseId, reports.reporterId],
      where: sql`reporter_id IS NOT NULL`,
    })
    .returning()
  if (!row) return null
  await tx.insert(reportTexts).values({ reportId: row.id, content, law, email })
  await tx.execute(sql`
    UPDATE report_cases SET
      report_count = report_count + 1,
      category = CASE
        WHEN array_position(ARRAY['illegal', 'scam', 'harassment', 'spam', 'other'], ${report.category}::text)
          < array_position(ARRAY['illegal', 'scam', 'harassment', 'spam', 'other'], category)
        THEN ${report.category}::text ELSE category END
    WHERE id = ${report.caseId}::uuid`)
  return row
}

export const receiptQueue = new WorkQueue(reports, {
  key: 'id',
  due: 'receiptDueAt',
  only: sql`receipt_at IS NULL`,
  atATime: 20,
})

export const outcomeQueue = new WorkQueue(reports, { key: 'id', due: 'outcomeDueAt', atATime: 20 })

export async function findEmailAndOutcome(
  db: Executor,
  reportId: string,
): Promise<{ email: string | null; outcome: 'nothing' | 'measure' | null } | undefined> {
  const [found] = await db
    .select({ email: reportTexts.email, outcome: reportCases.outcome })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .leftJoin(reportTexts, eq(reportTexts.reportId, reports.id))
    .where(eq(reports.id, reportId))
  return found
}

export async function markOutcomeSent(tx: Executor, reportId: string): Promise<void> {
  await tx
    .update(reports)
    .set({ outcomeAt: sql`now()`, outcomeDueAt: null })
    .where(eq(reports.id, reportId))
}

export async function markReceiptSent(tx: Executor, reportId: string): Promise<void> {
  await tx
    .update(reports)
    .set({ receiptAt: sql`now()` })
    .where(eq(reports.id, reportId))
}

export async function eraseReportTexts(tx: Executor, userId: string): Promise<void> {
  await tx
    .delete(reportTexts)
    .where(
      inArray(reportTexts.reportId, tx.select({ id: reports.id }).from(reports).where(eq(reports.reporterId, userId))),
    )
  await tx.delete(reportQuotes).where(
    inArray(
      reportQuotes.caseId,
      tx
        .select({ id: reportCases.id })
        .from(reportCases)
        .where(and(eq(reportCases.aboutId, userId), isNotNull(reportCases.decidedAt))),
    ),
  )
}
