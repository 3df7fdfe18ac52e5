import type { DomainEvents } from '../../domain-events.ts'
import type { UploadLimiter } from '../../platform/http/files/upload-limiter.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import { describeError } from '../../platform/logging/logger.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import type { Identify } from '../../viewer.ts'
import { OperatorBooksService, type OperatorBooksServiceOptions } from './books/operator-books.service.ts'
import { type CaseServiceOptions, CaseService } from './cases/case.service.ts'
import { DecisionEffects, type DecisionEffectsOptions } from './cases/decision-effects.ts'
import { DecisionService, type DecisionServiceOptions } from './cases/decision.service.ts'
import { serveReportedFiles } from './cases/reported-file.routes.ts'
import { OperatorDisputeService, type OperatorDisputeServiceOptions } from './disputes/operator-dispute.service.ts'
import { startFiguresWatch } from './figures/figures-watch.ts'
import { FiguresService } from './figures/figures.service.ts'
import { createVisitTally } from './figures/visit-tally.ts'
import { registerHealthMetrics } from './health/health-metrics.ts'
import { type HealthWatchOptions, startHealthWatch } from './health/health-watch.ts'
import { HealthService, type HealthServiceOptions } from './health/health.service.ts'
import { LOGO_PATHS, serveLogo, serveLogoIcons } from './logo/logo.routes.ts'
import { LogoService } from './logo/logo.service.ts'
import { createOperationsProcedures } from './operations.routes.ts'
import { ownDataOfOperations } from './own-data.repository.ts'
import { PageEditingService } from './pages/page-editing.service.ts'
import { serveSitePages, type SitePageRoutes } from './pages/site-page.routes.ts'
import type { SitePagesService } from './pages/site-pages.service.ts'
import type { PaymentLookupOptions } from './payments-lookup/payment-lookup.routes.ts'
import { servePaymentReceipts } from './payments-lookup/payment-receipt.routes.ts'
import { PersonService, type PersonServiceOptions } from './people/person.service.ts'
import {
  OperatorRefundRequestService,
  type OperatorRefundRequestServiceOptions,
} from './refunds/operator-refund-request.service.ts'
import { OperatorRefundService, type OperatorRefundServiceOptions } from './refunds/operator-refund.service.ts'
import { createAuditLogService } from './team/audit-log.service.ts'
import { OperatorService } from './team/operator.service.ts'
import { SecondFactorGate, type SecondFactorGateOptions } from './team/second-factor-gate.ts'
import type { WaitingListOptions } from './waiting-list.routes.ts'

/** Interval between checks for expired suspensions (ms). A login after the expiry works even before the check. */
const SUSPENSIONS_MS = 30_000

export type OperationsModuleOptions = CaseServiceOptions &
  DecisionEffectsOptions &
  HealthWatchOptions &
  OperatorBooksServiceOptions &
  OperatorDisputeServiceOptions &
  OperatorRefundRequestServiceOptions &
  OperatorRefundServiceOptions &
  SecondFactorGateOptions &
  WaitingListOptions &
  Omit<DecisionServiceOptions, 'effects'> &
  Omit<HealthServiceOptions, 'readBooks'> &
  Omit<PaymentLookupOptions, 'refunds'> &
  Omit<PersonServiceOptions, 'decisions'> & {
    siteSettings: SiteSettingsStore
    uploadLimiter: UploadLimiter
    sitePages: SitePagesService
    dismiss: DomainEvents['dismiss']
    metrics?: Metrics | undefined
  }

/** Operators' features: roles, pending decisions and the audit log. No other feature depends on this one. */
export function createOperationsModule(options: OperationsModuleOptions) {
  const { db, logger, failures, metrics } = options
  const operators = new OperatorService(options)
  const effects = new DecisionEffects(options)
  const gate = new SecondFactorGate(options)
  const cases = new CaseService(options)
  const decisions = new DecisionService({ ...options, effects })
  const health = new HealthService({ ...options, readBooks: () => options.books.health() })
  if (metrics) registerHealthMetrics({ ...options, metrics, health })
  const refunds = new OperatorRefundService(options)
  const figures = new FiguresService({ db })
  const visits = createVisitTally()
  const logos = new LogoService(options)
  const warn = (error: unknown): void => {
    failures.record('suspension_end')
    logger.warn({ reason: describeError(error) }, 'ending an expired suspension failed')
  }
  const endSuspensions = (): Promise<void> =>
    decisions.endSuspensions().then((failed) => failed.forEach(({ reason }) => warn(reason)), warn)
  return {
    ownData: ownDataOfOperations,
    paths: LOGO_PATHS,
    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      await serveLogo(server, { logos, uploadLimiter: options.uploadLimiter, identify, operators, gate })
      serveReportedFiles(server, { identify, operators, gate, cases })
      servePaymentReceipts(server, { identify, operators, gate, refunds, receipts: options.receipts })
      server.addHook('onResponse', async (request, reply) => visits.note(request, reply))
    },
    servePages: (server: HttpServer, routes: Omit<SitePageRoutes, 'sitePages'>): Promise<void> => {
      serveLogoIcons(server, logos)
      return serveSitePages(server, { ...routes, sitePages: options.sitePages })
    },
    procedures: createOperationsProcedures({
      operators,
      gate,
      auditLog: createAuditLogService(options),
      cases,
      decisions,
      waiting: options,
      settings: options,
      health,
      figures,
      lookup: { ...options, refunds },
      books: new OperatorBooksService(options),
      people: new PersonService({ ...options, decisions }),
      pages: new PageEditingService(options),
      refunds,
      refundRequests: new OperatorRefundRequestService(options),
      disputes: new OperatorDisputeService(options),
    }),
    start: (): (() => Promise<void>) => {
      const ends = [
        repeatWork(endSuspensions, SUSPENSIONS_MS),
        startHealthWatch(options),
        startFiguresWatch({ db, logger, figures, visits }),
      ]
      return async () => {
        await Promise.all(ends.map((end) => end()))
      }
    },
  }
}
