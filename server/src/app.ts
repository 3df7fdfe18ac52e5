import { hostname } from 'node:os'

import { createRouterClient } from '@orpc/server'

import { FORMER_PATHS } from '@kundig/contract/former-paths'
import { INVITATION_PATH } from '@kundig/contract/waiting-list/invitations'

import type { AppOptions } from './app-options.ts'
import { readLastBackup } from './backup/last-backup.ts'
import { createFailureMetrics } from './failure-metrics.ts'
import { createAccountService } from './features/auth/account.service.ts'
import { createAuthModule } from './features/auth/auth.module.ts'
import { CODE_PAGES } from './features/auth/email/code-mail.service.ts'
import { paymentAttachments, refundReceipts } from './features/books/ports.ts'
import { createChatModule } from './features/chat/chat.module.ts'
import { createConnectionRequestsModule } from './features/connection-requests/connection-requests.module.ts'
import { quotedIntroductions, requestStamp } from './features/connection-requests/ports.ts'
import { createNotificationsModule } from './features/notifications/notifications.module.ts'
import { notificationStamp } from './features/notifications/ports.ts'
import { createOperationsModule } from './features/operations/operations.module.ts'
import { SitePagesService } from './features/operations/pages/site-pages.service.ts'
import { createOperatorAlerts, canDecideCases } from './features/operations/team/operator-alerts.service.ts'
import { createOperatorEvents } from './features/operations/team/operator-events.service.ts'
import { OurAccountService } from './features/payments/our-account.service.ts'
import { sellerStamp } from './features/payments/ports.ts'
import { createProfilesModule } from './features/profiles/profiles.module.ts'
import { createReviewsModule } from './features/reviews/reviews.module.ts'
import { contact } from './features/safety/blocks/contact.service.ts'
import { createSafetyModule } from './features/safety/safety.module.ts'
import { createRestrictionService, accountRestrictions } from './features/safety/statements/restriction.service.ts'
import { createWaitingListModule } from './features/waiting-list/waiting-list.module.ts'
import type { RequestContext } from './implementation.ts'
import { openPlatform } from './open-platform.ts'
import { createPaymentModules, quotedPaymentReasons } from './payment-modules.ts'
import { createHttpLimits } from './platform/http/http-limits.ts'
import { serveProcedures } from './platform/http/procedures.ts'
import { createLiveLimits } from './platform/live/live-limits.ts'
import { describeError } from './platform/logging/logger.ts'
import { serveMetrics } from './platform/metrics/metrics-server.ts'
import { Metrics } from './platform/metrics/metrics.ts'
import { createRequestContexts } from './request-context.ts'
import { serveSite } from './site/serve-site.ts'
import { requireTerms } from './terms-gate.ts'

/** Listen backlog, large enough for the tabs of a killed server. The system may allow less; refused clients retry. */
const CONNECTIONS_WAITING_MAX = 4096

const API_INFO = {
  version: '1',
  description:
    'Profiles, connection requests, one-to-one chat and payments in it. Log in with POST /api/auth/sign-in/email: ' +
    'the session is a cookie. Clients other than browsers also receive it as a bearer token, in the response header ' +
    'set-auth-token.',
}

export interface App {
  url: string
  loopbackUrl: string
  /** URL of the local mailbox. */
  mailUrl: string | undefined
  /** Starts no new work, finishes running work, then closes all connections. */
  close: () => Promise<void>
}

/** @throws Error with the reason (code EADDRINUSE when the port is taken), after closing everything it opened */
export async function startApp(options: AppOptions): Promise<App> {
  const opened = new AsyncDisposableStack()
  try {
    return await openApp(options, opened)
  } catch (error) {
    await opened.disposeAsync().catch((other: unknown) => {
      options.logger.warn({ reason: describeError(other) }, 'cleanup after a failed start failed')
    })
    throw error
  }
}

/** Creates and connects all features, and listens. @param opened closers, all run in reverse order despite errors */
async function openApp(options: AppOptions, opened: AsyncDisposableStack): Promise<App> {
  const failures = createFailureMetrics()
  const platform = await openPlatform(options, opened, failures.record)
  const { server, live, health, webClient, origins, limits, loopbackUrl, mailUrl } = platform
  const metrics = options.metrics ? new Metrics('kundig_') : undefined
  metrics?.measureRequests(server)
  server.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode === 500) failures.record('answer')
  })
  const sitePages = new SitePagesService({ ...options, ...platform })
  opened.defer(await sitePages.start())
  const given = {
    ...options,
    ...platform,
    contact,
    restrictions: accountRestrictions,
    sitePages,
    recordFailure: failures.record,
    metrics,
  }

  const accounts = createAccountService(given)
  const ourAccount = new OurAccountService({
    ...given,
    stripe: platform.provider.stripe,
    secretKey: platform.provider.keys.secretKey,
    isPlaceholder: options.payments === 'none',
  })
  const stamps = { requests: requestStamp, seller: sellerStamp(ourAccount), notifications: notificationStamp }
  const profiles = createProfilesModule(given)
  const notifications = createNotificationsModule({
    ...given,
    ...profiles.services,
    accounts,
    refundReceipts,
    quotedTexts: { ...quotedIntroductions, ...quotedPaymentReasons },
    canReach: contact.canReach,
    mayDecideCases: canDecideCases,
  })
  const { domainEvents } = notifications
  const operatorAlerts = createOperatorAlerts({ domainEvents })
  const chat = createChatModule({
    ...given,
    ...profiles.services,
    payments: paymentAttachments,
    stamps,
    domainEvents,
    onMessage: metrics?.counter('messages_acknowledged_total', 'Texts that this server acknowledged.'),
  })
  const requests = createConnectionRequestsModule({ ...given, ...profiles.services, ...chat.services, domainEvents })
  const payments = await createPaymentModules({
    ...given,
    ...profiles.services,
    ...chat.services,
    accounts,
    domainEvents,
    operatorAlerts,
    findLanguage: notifications.findLanguage,
    paymentChoice: options.payments,
    ourAccount,
  })
  const reviews = createReviewsModule({
    ...given,
    ...profiles.services,
    findRecipient: notifications.findPaymentsRecipient,
  })
  const operatorNews = createOperatorEvents(given)
  const safety = createSafetyModule({
    ...given,
    ...profiles.services,
    accounts,
    domainEvents,
    operatorAlerts,
    // Connection requests end first: this waits for a concurrent acceptance, whose new room is then closed too.
    endings: [
      (tx, afterCommit, one, other) => requests.services.requests.endAllBetween(tx, afterCommit, one, other, 'blocked'),
      (...ending) => chat.services.rooms.closeAllBetween(...ending),
      (...ending) => payments.services.payments.cancelAllBetween(...ending),
    ],
    subjects: {
      profile: (viewerId, subject) => profiles.services.profiles.findReported(viewerId, subject),
      request: requests.services.findReported,
      ...chat.services.reported,
      ...reviews.services.reviewModeration.reported,
    },
    onReported: operatorNews.queueChanged,
    findLanguage: notifications.findLanguage,
  })
  const waitingList = createWaitingListModule({
    ...given,
    requireCategory: (id, field) => profiles.services.categories.requireOpen(id, field),
  })
  const erasures: Parameters<typeof createOperationsModule>[0]['erasures'] = [
    (...erasure) => chat.services.chatModeration.eraseByPerson(...erasure),
    (...erasure) => reviews.services.reviewModeration.eraseByPerson(...erasure),
    (...erasure) => safety.services.reports.eraseByPerson(...erasure),
  ]
  const auth = await createAuthModule({
    ...given,
    hasProfile: (userId) => profiles.services.profiles.exists(userId),
    closings: [
      (...closing) => profiles.services.profiles.hide(...closing),
      (...closing) => requests.services.requests.rejectAllForPerson(...closing),
      (...closing) => chat.services.rooms.closeAllForPerson(...closing),
      ...erasures,
    ],
    invitations: waitingList.services.invitations,
    questions: requests.services.questions,
    onSignedUp: payments.onSignedUp,
    recordLanguage: notifications.recordLanguage,
  })
  const operations = createOperationsModule({
    ...given,
    ...profiles.services,
    ...chat.services,
    ...reviews.services,
    ...auth.services,
    ...safety.services,
    ...waitingList.services,
    ...payments.services,
    erasures,
    takesPayments: options.payments !== 'none',
    restrictions: createRestrictionService({
      endSessions: auth.services.endSessions,
      cancelPayments: (...ban) => payments.services.payments.cancelAllForPerson(...ban),
      pausePayments: (...suspension) => payments.services.paymentPauses.holdAllForPerson(...suspension),
    }),
    operatorEvents: operatorNews,
    alerts: operatorAlerts,
    dismiss: domainEvents.dismiss,
    backlogs: [notifications, payments, requests, safety, waitingList].map(({ backlogs }) => backlogs),
    failures,
    readLastBackup: () => readLastBackupTimeAndSize(options.dataDir),
    serverName: `${hostname()}:${options.port}`,
    diskFolders: [...(options.diskFolders ?? []), ...('folder' in options.files ? [options.files.folder] : [])],
  })

  const { sessions } = auth.services
  await live.authenticateWith({
    authenticate: (headers) => sessions.identifyConnection(headers),
    endedSince: (mark) => sessions.endedSince(mark),
    active: (sessionIds) => sessions.active(sessionIds),
    changed: async (userIds, withinMs) => {
      const changed = [chat, requests, payments].map((feature) => feature.findChangedFor(userIds, withinMs))
      return new Set((await Promise.all(changed)).flat())
    },
    limits: createLiveLimits(limits),
  })
  const router = requireTerms(sitePages).router({
    auth: auth.procedures,
    profiles: profiles.procedures,
    waitingList: waitingList.procedures,
    connectionRequests: { ...requests.procedures, ...auth.requestProcedures },
    chat: chat.procedures,
    appointments: chat.appointmentProcedures,
    payments: payments.procedures,
    notifications: notifications.procedures,
    reviews: reviews.procedures,
    safety: safety.procedures,
    operations: operations.procedures,
  })
  const { identify, identifyAccount, createContext } = createRequestContexts({ sessions })
  await auth.serve(
    identifyAccount,
    [profiles, requests, chat, payments, notifications, reviews, safety, operations].map(({ ownData }) => ownData),
  )
  for (const feature of [profiles, chat, payments, notifications, operations]) await feature.serve(server, identify)
  const httpLimits = createHttpLimits(limits)
  await serveProcedures(server, {
    router,
    createContext,
    logger: options.logger,
    info: API_INFO,
    readTitle: () => platform.siteSettings.read().face.name,
    nameCall: metrics && ((...call) => metrics.nameCall(...call)),
    countDocument: httpLimits.document,
    formerPaths: FORMER_PATHS,
    otherPaths: { ...auth.paths, ...profiles.paths, ...chat.paths, ...payments.paths, ...operations.paths },
  })
  if (webClient) {
    await serveSite(server, {
      isPublicDemo: options.isPublicDemo === true,
      logger: options.logger,
      siteSettings: platform.siteSettings,
      webClient,
      base: origins.base,
      createContext,
      callAs: (context: RequestContext) => createRouterClient(router, { context }),
      countPage: httpLimits.page,
      categories: () => profiles.services.categories.list(),
      hasTerms: () => sitePages.currentTerms() !== null,
      secretPaths: [...CODE_PAGES, INVITATION_PATH],
      serveOperatorPages: (site) => operations.servePages(server, { ...site, identify }),
    })
  }
  for (const feature of [
    auth,
    profiles,
    chat,
    requests,
    payments,
    reviews,
    notifications,
    safety,
    waitingList,
    operations,
  ])
    opened.defer(feature.start())
  if (metrics && options.metrics) opened.defer(await serveMetrics(options.metrics, metrics, options.logger))
  await server.listen({ host: options.host, port: options.port, backlog: CONNECTIONS_WAITING_MAX })

  return {
    url: origins.base,
    loopbackUrl,
    mailUrl,
    close: async () => {
      health.drain()
      await live.disconnectGradually(options.drainDelayMs ?? 0)
      await opened.disposeAsync()
    },
  }
}

async function readLastBackupTimeAndSize(
  dataDir: string | undefined,
): Promise<{ endedAt: Date; sizeBytes: number } | null> {
  const last = dataDir === undefined ? null : await readLastBackup(dataDir)
  return last && { endedAt: new Date(last.endedAt), sizeBytes: last.sizeBytes }
}
