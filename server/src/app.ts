import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createRouterClient } from '@orpc/server'

import type { AppOptions } from './app-options.ts'
import { createAuthLimits, createPasswordTurns } from './features/auth/auth.limits.ts'
import { accountState, findUserByEmail } from './features/auth/auth.repository.ts'
import { authProcedures, serveAuthentication } from './features/auth/auth.routes.ts'
import { createAuthentication } from './features/auth/authentication.ts'
import { createCredentialServices } from './features/auth/credential-services.ts'
import { deviceProcedures } from './features/auth/devices/devices.routes.ts'
import { createDevicesService } from './features/auth/devices/devices.service.ts'
import { createKnownDevices } from './features/auth/devices/known-devices.service.ts'
import { CODE_PAGES } from './features/auth/email/code-mail.service.ts'
import { googleProcedures, serveGoogle } from './features/auth/google/google.routes.ts'
import { serveLocalIdentity } from './features/auth/google/local-identity-provider.ts'
import { createPasswordSignIn } from './features/auth/passwords/password-sign-in.service.ts'
import { servePasswordTurns } from './features/auth/passwords/password-turns.ts'
import { passwordProcedures } from './features/auth/passwords/password.routes.ts'
import { startSessionSweep } from './features/auth/sessions/session-sweep.ts'
import { createSessionService } from './features/auth/sessions/session.service.ts'
import { createChatEvents } from './features/chat/chat.events.ts'
import { createChatLimits } from './features/chat/chat.limits.ts'
import { serveChatLive } from './features/chat/chat.live.ts'
import { chatProcedures } from './features/chat/chat.routes.ts'
import { startFileSweep } from './features/chat/file-sweep.ts'
import { FILE_PATHS, serveFiles } from './features/chat/file.routes.ts'
import { createFileService } from './features/chat/file.service.ts'
import { createMessageBatches, messageStore } from './features/chat/message-batches.ts'
import { createMessageService } from './features/chat/message.service.ts'
import { createPaymentMessageService } from './features/chat/payment-message.service.ts'
import { createResumeService } from './features/chat/resume.service.ts'
import { findChangedFor as changedRooms } from './features/chat/room.repository.ts'
import { createRoomService } from './features/chat/room.service.ts'
import { createTypingService } from './features/chat/typing.service.ts'
import { createRequestLimits } from './features/connection-requests/connection-requests.limits.ts'
import { connectionRequestProcedures } from './features/connection-requests/connection-requests.routes.ts'
import { createRequestEvents } from './features/connection-requests/request.events.ts'
import * as requestRecords from './features/connection-requests/request.repository.ts'
import { createRequestService } from './features/connection-requests/request.service.ts'
import { cardProcedures } from './features/payments/card.routes.ts'
import { createCardService } from './features/payments/card.service.ts'
import { createCustomerQueue } from './features/payments/customer-queue.ts'
import { createCustomerService } from './features/payments/customer.service.ts'
import { functionPaths, serveFunctions } from './features/payments/functions.routes.ts'
import { createFunctionsService } from './features/payments/functions.service.ts'
import { paymentAttachments } from './features/payments/ports.ts'
import { paymentRequestProcedures } from './features/payments/payment-request.routes.ts'
import { createPaymentRequestService } from './features/payments/payment-request.service.ts'
import { startPaymentSweep } from './features/payments/payment-sweep.ts'
import { createPaymentLimits } from './features/payments/payments.limits.ts'
import { createSellerEvents } from './features/payments/seller.events.ts'
import { sellerProcedures } from './features/payments/seller.routes.ts'
import { createSellerService } from './features/payments/seller.service.ts'
import { createSettlementService } from './features/payments/settlement.service.ts'
import { createStripeEventService } from './features/payments/stripe-event.service.ts'
import * as userRecords from './features/payments/user-record.repository.ts'
import { serveWebhooks } from './features/payments/webhook.routes.ts'
import { PICTURE_PATHS, servePictures } from './features/profiles/picture.routes.ts'
import { createPictureService } from './features/profiles/picture.service.ts'
import { createProfileService } from './features/profiles/profile.service.ts'
import { createProfileLimits } from './features/profiles/profiles.limits.ts'
import { profileProcedures } from './features/profiles/profiles.routes.ts'
import { serveSitemap } from './features/profiles/sitemap.routes.ts'
import { createSitemapService } from './features/profiles/sitemap.service.ts'
import { createWaitingListLimits } from './features/waiting-list/waiting-list.limits.ts'
import { waitingListProcedures } from './features/waiting-list/waiting-list.routes.ts'
import { implementation, type RequestContext } from './implementation.ts'
import { openPaymentProvider } from './payment-provider.ts'
import { openDatabaseProbe } from './platform/database/database-probe.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { openReplica, readsOf, type Replica } from './platform/database/replica.ts'
import { backChannelOf } from './platform/http/back-channel.ts'
import { serveHealth } from './platform/http/health.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { createOrigins } from './platform/http/origins.ts'
import { readPages } from './platform/http/pages.ts'
import { serveProcedures } from './platform/http/procedures.ts'
import { createUploadDoor } from './platform/http/upload-door.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createLiveLimits } from './platform/live/live-limits.ts'
import { createLiveServer } from './platform/live/live-server.ts'
import { nameOf } from './platform/logging/logger.ts'
import { LOCAL_MAIL_PATH, serveLocalMails } from './platform/mail/local-mail-page.ts'
import { createLocalOutbox } from './platform/mail/local-outbox.ts'
import { createMailOutbox } from './platform/mail/mail-outbox.ts'
import { createSmtpTransport } from './platform/mail/smtp-transport.ts'
import { connectRedis } from './platform/redis/redis.ts'
import { openFileStorage } from './platform/storage/open-file-storage.ts'
import { serveSimulator } from './platform/stripe/simulator-proxy.ts'
import { loadRenderer, servePublicPages } from './public-pages.ts'
import { createRequestContexts } from './request-context.ts'

/** Storing messages takes milliseconds; what hangs must not hold up all that wait behind it (ms). */
const MESSAGES_TIMEOUT_MS = 3000

/**
 * So many connections may wait until this process takes them (the system may allow fewer). When a server is lost, its tabs
 * come to another one within seconds; what finds no place is not refused but tried again by the client's system, later and later.
 */
const CONNECTIONS_WAITING_MAX = 4096

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface App {
  /** Where people reach it. */
  url: string
  /** Where this process reaches itself. */
  backChannel: string
  /** Where mails can be read that are kept instead of being sent. */
  mailUrl: string | undefined
  /** Stops taking new work, lets what is under way finish, then closes everything. */
  close: () => Promise<void>
}

/**
 * Starts the whole server.
 * @throws Error why it cannot start, with code EADDRINUSE when the port is taken; then nothing is left open
 */
export async function startApp(options: AppOptions): Promise<App> {
  const opened = new AsyncDisposableStack()
  try {
    return await open(options, opened)
  } catch (error) {
    await opened.disposeAsync().catch((other: unknown) => {
      options.logger.warn({ reason: nameOf(other) }, 'a start that failed could not be undone')
    })
    throw error
  }
}

/**
 * Wires the features to the platform and to each other, and listens.
 * @param opened how to close whatever is open already: the last first, and whether or not another one fails
 */
async function open(options: AppOptions, opened: AsyncDisposableStack): Promise<App> {
  const { logger } = options
  const { db, query, close: closeDatabase } = openDatabase(options.databaseUrl, options.databasePool, logger)
  opened.defer(closeDatabase)
  // A connection of their own: what people write does not queue behind lists and searches.
  const messageDatabase = openDatabase(options.databaseUrl, 1, logger, {
    keptOpen: 1,
    readsByIndex: true,
    statementTimeoutMs: MESSAGES_TIMEOUT_MS,
  })
  opened.defer(messageDatabase.close)
  const replica = await openReplicaOf(options, db)
  opened.defer(async () => replica?.close())
  const reads = replica?.reads ?? readsOf(db)
  const origins = createOrigins(options.publicUrl, options.port)
  const pages = options.withPages ? await readPages(join(WEB_FOLDER, 'client'), CODE_PAGES) : undefined
  const provider = await openPaymentProvider({
    choice: options.payments,
    databaseUrl: options.databaseUrl,
    base: origins.base,
    backChannel: backChannelOf(options),
    secret: options.authSecret,
    logger,
  })
  opened.defer(provider.close)
  const redis = options.redisUrl === undefined ? undefined : await connectRedis(options.redisUrl, logger)
  opened.defer(async () => redis?.close())
  const jobs = await startJobs({ query, logger })
  opened.defer(jobs.close)
  const files = await openFileStorage(options.files)
  opened.defer(async () => files.close())
  const probe = await openDatabaseProbe(options.databaseUrl)
  opened.defer(probe.close)
  const server = await createHttpServer({
    logger,
    origins,
    inlineScripts: pages?.inlineScripts ?? [],
    contentSources: provider.contentSources,
    trustedProxies: options.trustedProxies,
  })

  const limits = createLimits({ query, redis: redis?.client, factor: options.attemptLimitFactor })
  const authLimits = createAuthLimits(limits)
  const chatLimits = createChatLimits(limits)
  const paymentLimits = createPaymentLimits(limits)
  const profileLimits = createProfileLimits(limits, options)
  servePasswordTurns(server, createPasswordTurns(limits, options))
  const live = createLiveServer({ server: server.server, origins, logger, redisUrl: options.redisUrl })
  // Together: each waits for connections that the other one ends.
  opened.defer(async () => {
    for (const end of await Promise.allSettled([live.close(), server.close()])) {
      if (end.status === 'rejected') throw end.reason
    }
  })

  const google =
    options.google === 'pretend'
      ? await serveLocalIdentity(server, { origins, backChannel: backChannelOf(options) })
      : options.google

  const { stripe } = provider
  const emailOf = async (userId: string): Promise<string | null> => (await accountState(db, userId))?.email ?? null
  const customers = createCustomerService({ db, stripe, logger, emailOf })
  const queueCustomer = await createCustomerQueue({ jobs, customers })
  const onSessionEnded = live.endSession
  const authentication = createAuthentication({
    db,
    google,
    origins,
    secret: options.authSecret,
    logger,
    onSessionEnded,
    onSignedUp: async (userId) => {
      if (options.payments === 'nobody') return
      // Whoever has no customer gets one when it is first needed.
      await queueCustomer(userId).catch((error: unknown) =>
        logger.warn({ reason: nameOf(error) }, 'no customer at sign-up'),
      )
    },
  })
  const devices = createDevicesService({ db, limits: authLimits, onSessionEnded })
  const knownDevices = createKnownDevices({ db, origins, logger })
  const sessions = createSessionService({ db, authentication })
  await live.admit({
    authenticate: sessions.identifyConnection,
    endedSince: sessions.endedSince,
    living: sessions.living,
    changed: async (userIds, withinMs) => {
      const changed = [changedRooms, requestRecords.findChangedFor, userRecords.findChangedFor].map((find) =>
        find(db, userIds, withinMs),
      )
      return new Set((await Promise.all(changed)).flat())
    },
    limits: createLiveLimits(limits),
  })

  const { smtpUrl, from = `Kundig <no-reply@${new URL(origins.base).hostname}>` } = options.mail
  const showsMail = smtpUrl === undefined && options.mail.localPage
  const transport = smtpUrl === undefined ? createLocalOutbox({ db }) : createSmtpTransport({ url: smtpUrl, from })
  const outbox = await createMailOutbox({ jobs, transport, logger })

  const profiles = createProfileService({ db, reads })
  const pictures = createPictureService({ db, profiles, files, logger })
  const chatEvents = createChatEvents(live)
  const rooms = createRoomService({ db, profiles, events: chatEvents })
  const batches = createMessageBatches(messageStore({ db, batchDb: messageDatabase.db }))
  const messages = createMessageService({ db, reads, batches, payments: paymentAttachments, events: chatEvents })
  const paymentMessages = createPaymentMessageService({ db, payments: paymentAttachments, events: chatEvents })
  const stamps = { requests: requestRecords.selectStamp, seller: userRecords.selectStamp }
  const resume = createResumeService({ db, payments: paymentAttachments, stamps, list: rooms.list })
  const chatFiles = createFileService({ db, files, payments: paymentAttachments, events: chatEvents, logger })
  const requests = createRequestService({ db, reads, profiles, rooms, events: createRequestEvents(live) })
  const { verifications, emailChanges, resets, joins } = await createCredentialServices({
    db,
    jobs,
    outbox,
    origins,
    limits: authLimits,
    knownDevices,
    secret: options.authSecret,
    closings: [profiles.hide, requests.rejectAllOf, rooms.closeAllOf],
    onSessionEnded,
  })

  const sellerEvents = createSellerEvents(live)
  const sellers = createSellerService({ db, stripe, logger, profiles, events: sellerEvents, base: origins.base })
  const cards = createCardService({ stripe, customers, logger })
  const settlement = createSettlementService({ db, stripe, rooms, messages: paymentMessages, logger })
  const paymentRequests = createPaymentRequestService({
    db,
    stripe,
    customers,
    sellers,
    settlement,
    rooms,
    messages: paymentMessages,
    limits: paymentLimits,
    confirmedEmailOf: async (userId) => {
      const account = await accountState(db, userId)
      return account?.emailVerified ? account.email : null
    },
    logger,
  })
  const stripeEvents = createStripeEventService({ db, settlement, sellers, logger })
  const functions = createFunctionsService({ customers, sellers, cards, rooms, requests: paymentRequests })

  const router = implementation.router({
    auth: {
      ...authProcedures({ hasProfile: profiles.exists, sessions }),
      ...googleProcedures({ available: google !== null, showsMail }),
      ...passwordProcedures({ resets, verifications, emailChanges, limits: authLimits, knownDevices }),
      ...deviceProcedures({ devices }),
    },
    profiles: profileProcedures({ profiles, limits: profileLimits }),
    waitingList: waitingListProcedures({ db, count: createWaitingListLimits(limits).join }),
    connectionRequests: connectionRequestProcedures({
      requests,
      countIntroduction: createRequestLimits(limits).introduction,
    }),
    chat: chatProcedures({ rooms, messages, resume, limits: chatLimits }),
    payments: {
      ...cardProcedures({
        cards,
        configuration: provider.configuration,
        countSetup: paymentLimits.cardSetup,
        count: paymentLimits.provider,
      }),
      ...sellerProcedures({ sellers, countOnboarding: paymentLimits.onboarding, count: paymentLimits.provider }),
      ...paymentRequestProcedures(paymentRequests),
    },
  })
  const { identify, createContext } = createRequestContexts({ sessions })

  const passwords = createPasswordSignIn({ db, authentication })
  serveGoogle(server, {
    authentication,
    sessions,
    limits: authLimits,
    passwords,
    joins,
    knownDevices,
    origins,
    logger,
    available: google !== null,
  })
  serveAuthentication(server, {
    authentication,
    sessions,
    limits: authLimits,
    passwords,
    knownDevices,
    origins,
    hasAccount: async (email) => (await findUserByEmail(db, email)) !== null,
    // The account is there: without this mail it can be asked for again.
    onSignedUp: (email, language) =>
      verifications
        .request(email, language)
        .catch((error: unknown) => logger.warn({ reason: nameOf(error) }, 'no confirmation mail')),
  })
  const health = serveHealth(server, {
    database: probe,
    isRedisConnected: redis && ((): boolean => redis.client.isReady),
    replica: replica?.status,
  })
  if (showsMail) serveLocalMails(server, { db, origins, title: 'Kundig' })
  const door = createUploadDoor()
  await servePictures(server, { pictures, door, identify, countUpload: profileLimits.upload })
  await serveFiles(server, { files: chatFiles, door, identify, countUpload: chatLimits.upload })
  await serveFunctions(server, {
    functions,
    prefix: options.functionsPrefix,
    identify,
    count: {
      createStripeCustomer: paymentLimits.payment,
      createConnectAccount: paymentLimits.onboarding,
      createPayment: paymentLimits.paymentRequest,
      getDefaultPaymentMethod: paymentLimits.payment,
      createSetupIntent: paymentLimits.cardSetup,
    },
    logger,
  })
  const { webhookSecret: snapshot, thinWebhookSecret: thin } = provider.keys
  await serveWebhooks(server, { stripe, events: stripeEvents, secrets: { snapshot, thin }, logger })
  if (options.payments === 'simulator') await serveSimulator(server, provider.simulatorUrl ?? '', origins)
  await serveProcedures(server, {
    router,
    createContext,
    logger,
    info: {
      title: 'Kundig',
      version: '1',
      description:
        'Profiles, connection requests, one-to-one chat and payments in it. Log in with POST /api/auth/sign-in/email: ' +
        'the session is a cookie, and whoever is no browser also gets it as a bearer token, in the answer’s ' +
        'set-auth-token header.',
    },
    otherPaths: { ...PICTURE_PATHS, ...FILE_PATHS, ...functionPaths(options.functionsPrefix) },
  })
  serveChatLive({
    live,
    rooms,
    messages,
    typing: createTypingService({ db, events: chatEvents }),
    limits: chatLimits,
    logger,
  })
  if (pages) {
    const render = await loadRenderer(join(WEB_FOLDER, 'server'))
    const callAs = (context: RequestContext) => createRouterClient(router, { context })
    servePublicPages(server, { pages, render, createContext, callAs, base: origins.base, logger })
    serveSitemap(server, { sitemap: createSitemapService({ reads }), base: origins.base })
    await pages.serve(server)
  }

  opened.defer(startSessionSweep({ db, logger }))
  const fileSweep = startFileSweep({ files: chatFiles, logger })
  opened.defer(fileSweep.stop)
  const paymentSweep = startPaymentSweep({
    db,
    settlement,
    events: stripeEvents,
    logger,
    everyMs: options.paymentSweepMs,
  })
  opened.defer(paymentSweep.stop)
  await server.listen({ host: options.host, port: options.port, backlog: CONNECTIONS_WAITING_MAX })
  return {
    url: origins.base,
    backChannel: backChannelOf(options),
    mailUrl: showsMail
      ? `${options.publicUrl === undefined ? origins.base : backChannelOf(options)}${LOCAL_MAIL_PATH}`
      : undefined,
    close: async () => {
      health.drain()
      await live.sendAway(options.drainDelayMs ?? 0)
      await opened.disposeAsync()
    },
  }
}

function openReplicaOf(
  { databaseReplicaUrl: url, databaseUrl: primaryUrl, databasePool: max, logger }: AppOptions,
  db: Database,
): Promise<Replica> | undefined {
  return url === undefined ? undefined : openReplica({ url, primaryUrl, db, max, logger })
}
