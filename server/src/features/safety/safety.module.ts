import type { Database } from '../../platform/database/database.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { repeat } from '../../platform/jobs/repeated-work.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import { createBlockService } from './block.service.ts'
import type { Addresses, EndContact, People, ReportSubjects } from './ports.ts'
import { createReportService } from './report.service.ts'
import { createSafetyEvents } from './safety.events.ts'
import { createSafetyLimits } from './safety.limits.ts'
import { safetyProcedures } from './safety.routes.ts'

export interface SafetyModuleOptions {
  db: Database
  live: LiveServer
  limits: Limits
  logger: Logger
  outbox: MailOutbox
  origins: Origins
  profiles: People
  accounts: Addresses
  /** Ends what each of the other features has between two people. */
  endings: readonly EndContact[]
  subjects: ReportSubjects
}

/** How often is looked for receipts that a server left behind (ms). */
const RECEIPTS_MS = 10_000

/** Keeping others away, and reporting them. What the other features ask of it is `contact.service.ts`, which is there before them. */
export function createSafetyModule(options: SafetyModuleOptions) {
  const { db, live, profiles, accounts, endings, subjects, outbox, origins, logger } = options
  const limits = createSafetyLimits(options.limits)
  const blocks = createBlockService({ db, people: profiles, endings, events: createSafetyEvents(live) })
  const reports = createReportService({ db, subjects, addresses: accounts, outbox, base: origins.base, limits })
  const sendReceipts = (): Promise<void> =>
    reports.sendReceipts().catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'receipts of reports were not sent')
    })

  return {
    procedures: safetyProcedures({ blocks, reports, sendReceipts, countBlock: limits.block }),
    /** Sends receipts that are due, now and from time to time; several servers share it. @returns ends it */
    start: (): (() => Promise<void>) => repeat(sendReceipts, RECEIPTS_MS),
  }
}
