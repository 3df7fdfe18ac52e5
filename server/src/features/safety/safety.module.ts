import type { Language } from '@kundig/contract/languages'

import type { DomainEvents, OperatorAlerts } from '../../domain-events.ts'
import type { RecordFailure } from '../../failure-metrics.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import { createSafetyBacklogs } from './backlog.service.ts'
import { BlockService } from './blocks/block.service.ts'
import { ownDataOfSafety } from './own-data.repository.ts'
import type { Addresses, EndContact, People, ReportSubjects } from './ports.ts'
import { createReportQueueService } from './reports/report-queue.service.ts'
import { ReportService } from './reports/report.service.ts'
import { createSafetyEvents } from './safety.events.ts'
import { createSafetyLimits } from './safety.limits.ts'
import { createSafetyProcedures } from './safety.routes.ts'
import { StatementService } from './statements/statement.service.ts'

export interface SafetyModuleOptions {
  db: Database
  live: LiveServer
  limits: Limits
  logger: Logger
  outbox: MailOutbox
  origins: Origins
  profiles: People
  accounts: Addresses
  domainEvents: DomainEvents
  operatorAlerts: OperatorAlerts
  endings: readonly EndContact[]
  subjects: ReportSubjects
  findLanguage: (userId: string) => Promise<Language>
  /** Called after each new report and objection; never throws. */
  onReported: () => void | Promise<void>
  recordFailure: RecordFailure
}

/** Interval between checks for unsent mails (ms), for example mails that a killed server did not send. */
const RECEIPTS_MS = 10_000

/** Blocks, reports and statements of reasons. Features that are created earlier use `contact.service.ts`. */
export function createSafetyModule(options: SafetyModuleOptions) {
  const { db, live, profiles, accounts, endings, subjects, outbox, origins, logger, onReported, findLanguage } = options
  const { recordFailure, domainEvents } = options
  const limits = createSafetyLimits(options.limits)
  const blocks = new BlockService({ db, people: profiles, endings, events: createSafetyEvents(live) })
  const reports = new ReportService({
    db,
    subjects,
    addresses: accounts,
    outbox,
    base: origins.base,
    limits,
    operatorAlerts: options.operatorAlerts,
    logger,
    recordFailure,
    onReported,
  })
  /** The next run repeats interrupted and failed work. */
  const attempting = (work: () => Promise<void>, failure: string) => (): Promise<void> =>
    work().catch((error: unknown) => {
      recordFailure('report_mail')
      logger.warn({ reason: describeError(error) }, failure)
    })
  const sendReceipts = attempting(() => reports.sendReceipts(), 'sending report receipts failed')
  const sendOutcomes = attempting(() => reports.sendOutcomes(), 'sending report outcomes failed')
  const statements = new StatementService({
    db,
    addresses: accounts,
    outbox,
    domainEvents,
    logger,
    recordFailure,
    base: origins.base,
    findLanguage,
    onObjected: onReported,
    sendSoon: () => sendStatements(),
  })
  const sendStatements = attempting(() => statements.sendDue(), 'sending statements of reasons failed')

  return {
    ownData: ownDataOfSafety,
    backlogs: createSafetyBacklogs(options),
    services: {
      reports,
      queue: createReportQueueService({ db }),
      sendOutcomes,
      statements,
    },
    procedures: createSafetyProcedures({ blocks, reports, statements, sendReceipts, countBlock: limits.block }),
    start: (): (() => Promise<void>) =>
      repeatWork(async () => {
        await sendReceipts()
        await sendOutcomes()
        await sendStatements()
      }, RECEIPTS_MS),
  }
}
