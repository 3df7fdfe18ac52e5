import { randomInt } from 'node:crypto'

import type { Language } from '@kundig/contract/languages'
import type { ReportInput, ReportReceipt } from '@kundig/contract/safety/safety.contract'

import { authorize } from '../../../authorize.ts'
import type { OperatorAlerts } from '../../../domain-events.ts'
import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import type { Addresses, ReportSubjects } from '../ports.ts'
import type { SafetyLimits } from '../safety.limits.ts'
import { isUserConcernedByCase } from './report-case.repository.ts'
import { buildOutcomeMail, buildReceiptMail } from './report-mails.ts'
import { findReportRefusal } from './report.policy.ts'
import * as repository from './report.repository.ts'

/** Letters and digits that do not look alike. */
const REFERENCE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function makeReference(): string {
  const letters = Array.from({ length: 10 }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

export interface Reporter {
  userId: string | null
  clientAddress: string
  language: Language
}

export interface ReportServiceOptions {
  db: Database
  subjects: ReportSubjects
  addresses: Addresses
  outbox: MailOutbox
  base: string
  limits: Pick<SafetyLimits, 'report' | 'visitorReport' | 'visitorReceipt'>
  operatorAlerts: Pick<OperatorAlerts, 'record'>
  logger: Logger
  recordFailure: RecordFailure
  /** Called after each new report; never throws. */
  onReported: () => void | Promise<void>
}

export class ReportService {
  readonly #deps: ReportServiceOptions

  constructor(deps: ReportServiceOptions) {
    this.#deps = deps
  }

  async #addressOf(userId: string | null, email: string | null): Promise<string | null> {
    return userId === null ? email : this.#deps.addresses.findConfirmedEmail(userId)
  }

  async #sendReceipt({ id, reporterId, reference, language }: repository.ReportRow): Promise<void> {
    const { db, outbox, base } = this.#deps
    const found = await repository.findEmailAndOutcome(db, id)
    const to = await this.#addressOf(reporterId, found?.email ?? null)
    if (to !== null) await outbox.enqueue(buildReceiptMail({ to, reference, language, base }))
    await repository.markReceiptSent(db, id)
  }

  async #sendOutcome({ id, reporterId, reference, language }: repository.ReportRow): Promise<void> {
    const { db, outbox, base } = this.#deps
    const found = await repository.findEmailAndOutcome(db, id)
    const to = await this.#addressOf(reporterId, found?.email ?? null)
    if (to !== null && found?.outcome)
      await outbox.enqueue(buildOutcomeMail({ to, reference, language, base, outcome: found.outcome }))
    await repository.markOutcomeSent(db, id)
  }

  /** Passes each due receipt to the mail outbox at least once, even after an interruption. */
  async sendReceipts(): Promise<void> {
    await drainQueue(this.#deps, repository.receiptQueue, (report) => this.#sendReceipt(report), {
      failure: 'report_mail',
      inOrder: true,
    })
  }

  /** Mails each reporter the outcome at least once, even after an interruption. */
  async sendOutcomes(): Promise<void> {
    await drainQueue(this.#deps, repository.outcomeQueue, (report) => this.#sendOutcome(report), {
      failure: 'report_mail',
      inOrder: true,
    })
  }

  /** Erases a closed account's texts and quotes in reports. Quotes in undecided cases stay for the decision. */
  eraseByPerson(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<void> {
    return repository.eraseReportTexts(tx, userId)
  }

  /**
   * A repeated report of an undecided case returns the same answer. Every report by a visitor counts as new.
   * @throws Refusal REPORT_OF_SELF, REPORTED_IS_GONE, NO_SESSION, TOO_MANY_ATTEMPTS, and the subject's refusal of
   * people without access
   */
  async report(reporter: Reporter, input: ReportInput): Promise<ReportReceipt> {
    const { limits, subjects, db, onReported, operatorAlerts } = this.#deps
    const { userId } = reporter
    if (userId === null) await limits.visitorReport(reporter.clientAddress)
    const { aboutId, ...quote } = await subjects[input.subject.kind](userId, input.subject)
    authorize(findReportRefusal({ viewerId: userId, aboutId }))
    const subject = {
      subjectKind: input.subject.kind,
      subjectId: input.subject.id,
      subjectSeq: input.subject.seq ?? 0,
      aboutId,
    }
    const answer = async (reference: string, email: string | null): Promise<ReportReceipt> => ({
      reference,
      is_mailed: (await this.#addressOf(userId, email)) !== null,
    })

    const known = userId === null ? undefined : await repository.findOpenReport(db, subject, userId)
    if (known) return answer(known.reference, null)
    if (userId !== null) await limits.report(userId)
    // Receipts beyond the limit of an address are not sent, and the answer does not reveal the limit.
    const email = userId === null ? await limits.visitorReceipt(input.email) : null

    const reference = await db.transaction(async (tx, afterCommit) => {
      const caseId = await repository.findOrCreateCase(tx, subject, input.category)
      await repository.saveQuote(tx, caseId, quote)
      const added = await repository.addReport(tx, {
        caseId,
        reporterId: userId,
        category: input.category,
        reference: makeReference(),
        language: reporter.language,
        content: input.text ?? null,
        law: input.law ?? null,
        email,
      })
      if (added) afterCommit(onReported)
      if (added && input.category === 'illegal') {
        const alert = { kind: 'operator_report', subjectId: caseId } as const
        await operatorAlerts.record(tx, afterCommit, alert, (operatorId) =>
          isUserConcernedByCase(tx, caseId, operatorId),
        )
      }
      // `added` is null if the person reported the same subject in another tab at the same time.
      const row = added ?? (userId === null ? undefined : await repository.findOpenReport(tx, subject, userId))
      if (!row) throw new Error('existing report not found')
      return row.reference
    })
    return answer(reference, input.email ?? null)
  }
}
