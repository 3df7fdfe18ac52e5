import type { Backlogs } from '../../backlog.ts'
import type { DomainEvents, OperatorAlerts } from '../../domain-events.ts'
import type { FailureTally } from '../../failures.ts'
import type { Database } from '../../platform/database/database.ts'
import type { UploadDoor } from '../../platform/http/files/upload-door.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { repeat } from '../../platform/jobs/repeated-work.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import type { Identify } from '../../viewer.ts'
import type { SecondFactors } from '../auth/second-factor/second-factor.service.ts'
import type { ChatModerationService } from '../chat/chat-moderation.service.ts'
import type { PaymentBlockService } from '../payments/attempts/payment-block.service.ts'
import type { DisputeQueueService } from '../payments/disputes/dispute-queue.service.ts'
import type { BooksService } from '../payments/ledger/books.service.ts'
import type { UnknownPaymentService } from '../payments/ledger/unknown-payment.service.ts'
import type { PaymentLookupService } from '../payments/payment-lookup.service.ts'
import type { ReceiptService } from '../payments/receipts/receipt.service.ts'
import type { RefundRequestService } from '../payments/refunds/refund-request.service.ts'
import type { RefundService } from '../payments/refunds/refund.service.ts'
import type { ProfileModerationService } from '../profiles/profile-moderation.service.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ReviewModerationService } from '../reviews/review-moderation.service.ts'
import type { ReportQueueService } from '../safety/reports/report-queue.service.ts'
import type { StandingService } from '../safety/statements/standing.service.ts'
import type { StatementService } from '../safety/statements/statement.service.ts'
import type { InvitationService } from '../waiting-list/invitation.service.ts'
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts'
import { createOperatorBooksService } from './books/operator-books.service.ts'
import { createCaseService } from './cases/case.service.ts'
import { createDecisionEffects } from './cases/decision-effects.ts'
import { createDecisionService } from './cases/decision.service.ts'
import { serveReportedFiles } from './cases/reported-file.routes.ts'
import { createOperatorDisputeService } from './disputes/operator-dispute.service.ts'
import { startFiguresWatch } from './figures/figures-watch.ts'
import { createFiguresService } from './figures/figures.service.ts'
import { createVisitTally } from './figures/visit-tally.ts'
import { measureHealth } from './health/health-metrics.ts'
import { startHealthWatch } from './health/health-watch.ts'
import { type Backup, createHealthService } from './health/health.service.ts'
import { LOGO_PATHS, serveLogo, serveLogoIcons } from './logo/logo.routes.ts'
import { createLogoService } from './logo/logo.service.ts'
import { operationsProcedures } from './operations.routes.ts'
import { createPageEditingService } from './pages/page-editing.service.ts'
import { serveSitePages, type SitePageRoutes } from './pages/site-page.routes.ts'
import type { SitePagesService } from './pages/site-pages.service.ts'
import { servePaymentReceipts } from './payments-lookup/payment-receipt.routes.ts'
import { createPersonService } from './people/person.service.ts'
import { createOperatorRefundRequestService } from './refunds/operator-refund-request.service.ts'
import { createOperatorRefundService } from './refunds/operator-refund.service.ts'
import { createAuditLogService } from './team/audit-log.service.ts'
import type { OperatorNews } from './team/operator-news.service.ts'
import { createOperatorService } from './team/operator.service.ts'
import { createSecondFactorGate } from './team/second-factor-gate.ts'

/** How often is looked for suspensions that are over (ms); whoever logs in is let in at once. */
const SUSPENSIONS_MS = 30_000

export interface OperationsModuleOptions {
  db: Database
  logger: Logger
  secondFactors: SecondFactors
  /** Whether operators without a second factor are kept out; they are when left out. */
  operatorsNeedSecondFactor?: boolean
  queue: ReportQueueService
  profiles: ProfileService
  profileModeration: ProfileModerationService
  chatModeration: ChatModerationService
  reviewModeration: ReviewModerationService
  statements: StatementService
  standings: StandingService
  waitingList: WaitingListService
  siteSettings: SiteSettingsStore
  /** What lets uploads in. */
  door: UploadDoor
  sitePages: SitePagesService
  invitations: InvitationService
  paymentRefunds: RefundService['ofOperators']
  receipts: ReceiptService['ofOperators']
  refundRequests: RefundRequestService['ofOperators']
  disputes: DisputeQueueService
  paymentLookup: PaymentLookupService
  paymentBlocks: PaymentBlockService['ofOperators']
  books: BooksService
  /** Whether this site takes payments at all. */
  takesPayments: boolean
  unknownPayments: UnknownPaymentService
  /** Each erases what is kept of a person’s words where their account is closed and nobody has to decide any more. */
  erasures: Parameters<typeof createDecisionService>[0]['erasures']
  /** Tells reporters what was decided; never throws. */
  sendOutcomes: () => Promise<void>
  news: OperatorNews
  alerts: Pick<OperatorAlerts, 'settle'>
  settle: DomainEvents['settle']
  /** What waits in each feature. */
  backlogs: readonly Backlogs[]
  failures: FailureTally
  /** The last backup that was made by our own command; null where there is none. */
  readLastBackup: () => Promise<Backup | null>
  /** By which this server is told from others, of its machine and its port. */
  serverName: string
  /** Folders whose disks are looked at. */
  diskFolders: readonly string[]
  live: Pick<LiveServer, 'countConnections'>
  /** Where figures go; undefined where nobody gathers them. */
  metrics?: Metrics | undefined
}

/** Running the site: who may, what waits for a decision, and what was done. No other feature knows of it. */
export function createOperationsModule(options: OperationsModuleOptions) {
  const { db, logger, secondFactors, operatorsNeedSecondFactor = true, queue, profiles, profileModeration } = options
  const { chatModeration: chat, statements, standings, sendOutcomes, news, erasures } = options
  const { backlogs, failures, readLastBackup, serverName, diskFolders, live, metrics } = options
  const operators = createOperatorService(options)
  const effects = createDecisionEffects({
    chat,
    profiles: profileModeration,
    reviews: options.reviewModeration,
    standings,
  })
  const gate = createSecondFactorGate({ secondFactor: secondFactors, isRequired: operatorsNeedSecondFactor })
  const cases = createCaseService({ db, queue, chat, people: profiles, profiles: profileModeration, statements, news })
  const decisions = createDecisionService({
    db,
    queue,
    effects,
    statements,
    standings,
    news,
    alerts: options.alerts,
    sendOutcomes,
    erasures,
  })
  const health = createHealthService({
    db,
    backlogs,
    readLastBackup,
    takesPayments: options.takesPayments,
    readBooks: () => options.books.health(),
  })
  if (metrics) measureHealth({ metrics, health, failures, countConnections: live.countConnections, diskFolders })
  const refunds = createOperatorRefundService({ db, people: profiles, payments: options.paymentRefunds })
  const figures = createFiguresService({ db })
  const visits = createVisitTally()
  const logos = createLogoService(options)
  const warn = (error: unknown): void => {
    failures.note('suspension_end')
    logger.warn({ reason: describeError(error) }, 'a suspension that is over was not ended')
  }
  const endSuspensions = (): Promise<void> =>
    decisions.endSuspensions().then((failed) => failed.forEach(({ reason }) => warn(reason)), warn)
  return {
    /** For the OpenAPI document. */
    paths: LOGO_PATHS,
    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      await serveLogo(server, { logos, door: options.door, identify, operators, gate })
      serveReportedFiles(server, { identify, operators, gate, cases })
      servePaymentReceipts(server, { identify, operators, gate, refunds, receipts: options.receipts })
      server.addHook('onResponse', async (request, reply) => visits.note(request, reply))
    },
    /** Serves the site's own pages and its icons to everybody. */
    servePages: (server: HttpServer, routes: Omit<SitePageRoutes, 'sitePages'>): Promise<void> => {
      serveLogoIcons(server, logos)
      return serveSitePages(server, { ...routes, sitePages: options.sitePages })
    },
    procedures: operationsProcedures({
      operators,
      gate,
      auditLog: createAuditLogService({ db }),
      cases,
      decisions,
      waiting: options,
      settings: options,
      health,
      figures,
      lookup: { db, refunds, lookup: options.paymentLookup, receipts: options.receipts },
      books: createOperatorBooksService({ db, books: options.books, unknownPayments: options.unknownPayments }),
      people: createPersonService({ db, queue, decisions, blocks: options.paymentBlocks }),
      pages: createPageEditingService(options),
      refunds,
      refundRequests: createOperatorRefundRequestService({
        db,
        people: profiles,
        refundRequests: options.refundRequests,
      }),
      disputes: createOperatorDisputeService({ db, people: profiles, chat, disputes: options.disputes }),
    }),
    /** Ends suspensions whose time has come, says that this server is there, and counts what happened, now and from time to time. @returns ends it */
    start: (): (() => Promise<void>) => {
      const ends = [
        repeat(endSuspensions, SUSPENSIONS_MS),
        startHealthWatch({
          db,
          logger,
          failures,
          name: serverName,
          folders: diskFolders,
          countConnections: live.countConnections,
        }),
        startFiguresWatch({ db, logger, figures, visits }),
      ]
      return async () => {
        await Promise.all(ends.map((end) => end()))
      }
    },
  }
}
