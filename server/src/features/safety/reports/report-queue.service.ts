import type { Database, Executor, Transaction } from '../../../platform/database/database.ts'
import * as repository from './report-case.repository.ts'
import type { CaseFigures, QueuePlace, QueueQuery, QuoteRow, ReportWithTexts } from './report-case.repository.ts'
import { type CaseRow, openCase } from './report.repository.ts'

/** A case, without anything that anybody wrote. */
export type ReportedCase = CaseRow
export type { QueuePlace }

/** What people reported, for whoever runs the site: to somebody who is part of a case it is not there. */
export interface ReportQueueService {
  /** A page of what nobody has decided: the gravest first, then the oldest. */
  list: (query: QueueQuery) => Promise<ReportedCase[]>
  find: (caseId: string, readerId: string) => Promise<ReportedCase | undefined>
  /** Locked until the transaction ends. */
  lock: (tx: Transaction, caseId: string, readerId: string) => Promise<ReportedCase | undefined>
  /** The open case about a person's profile, locked; made where nobody has reported it. */
  openAboutProfile: (tx: Transaction, aboutId: string) => Promise<string>
  /** Notes who is at a case; null for nobody. */
  assign: (tx: Transaction, caseId: string, userId: string | null) => Promise<void>
  /** Whether somebody is part of a case. */
  isConcerned: (executor: Executor, caseId: string, userId: string) => Promise<boolean>
  /** Notes that a case is decided, and what its reporters are told. */
  markDecided: (tx: Transaction, caseId: string, outcome: 'nothing' | 'measure') => Promise<void>
  /** How many cases wait, and how soon those of the last 90 days were decided. */
  figures: () => Promise<CaseFigures>
  /** The thing as it was at the first report; undefined where it was erased. */
  quote: (executor: Executor, caseId: string) => Promise<QuoteRow | undefined>
  /** The first reports. */
  reports: (executor: Executor, caseId: string, limit: number) => Promise<ReportWithTexts[]>
}

export function createReportQueueService({ db }: { db: Database }): ReportQueueService {
  return {
    list: (query) => repository.findQueue(db, query),
    find: (caseId, readerId) => repository.findCase(db, caseId, readerId),
    lock: repository.lockCase,
    openAboutProfile: (tx, aboutId) =>
      openCase(tx, { subjectKind: 'profile', subjectId: aboutId, subjectSeq: 0, aboutId }, 'other'),
    assign: repository.assign,
    isConcerned: repository.isConcerned,
    markDecided: repository.markDecided,
    figures: () => repository.findFigures(db),
    quote: repository.findQuote,
    reports: repository.findReports,
  }
}
