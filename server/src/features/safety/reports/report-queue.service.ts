import type { Database, Executor, Transaction } from '../../../platform/database/database.ts'
import * as repository from './report-case.repository.ts'
import type { CaseFigures, QueuePosition, QueueQuery, QuoteRow, ReportWithTexts } from './report-case.repository.ts'
import { type CaseRow, findOrCreateCase } from './report.repository.ts'

export type ReportedCase = CaseRow
export type { QueuePosition }

export interface ReportQueueService {
  list: (query: QueueQuery) => Promise<ReportedCase[]>
  find: (caseId: string, readerId: string) => Promise<ReportedCase | undefined>
  lock: (tx: Transaction, caseId: string, readerId: string) => Promise<ReportedCase | undefined>
  /** Locks and returns the open case about a person's profile, or creates a case without a report. */
  openAboutProfile: (tx: Transaction, aboutId: string) => Promise<string>
  assign: (tx: Transaction, caseId: string, userId: string | null) => Promise<void>
  isConcerned: (executor: Executor, caseId: string, userId: string) => Promise<boolean>
  markDecided: (tx: Transaction, caseId: string, outcome: 'nothing' | 'measure') => Promise<void>
  figures: () => Promise<CaseFigures>
  quote: (executor: Executor, caseId: string) => Promise<QuoteRow | undefined>
  reports: (executor: Executor, caseId: string, limit: number) => Promise<ReportWithTexts[]>
}

export function createReportQueueService({ db }: { db: Database }): ReportQueueService {
  return {
    list: (query) => repository.findOpenCases(db, query),
    find: (caseId, readerId) => repository.findCase(db, caseId, readerId),
    lock: repository.lockCase,
    openAboutProfile: (tx, aboutId) =>
      findOrCreateCase(tx, { subjectKind: 'profile', subjectId: aboutId, subjectSeq: 0, aboutId }, 'other'),
    assign: repository.assignCase,
    isConcerned: repository.isUserConcernedByCase,
    markDecided: repository.markDecided,
    figures: () => repository.findCaseFigures(db),
    quote: repository.findQuote,
    reports: repository.findReports,
  }
}
