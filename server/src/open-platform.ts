import type { Branding } from '@kundig/contract/site/branding'

import type { AppOptions } from './app-options.ts'
import type { RecordFailure } from './failure-metrics.ts'
import { openPaymentProvider } from './payment-provider.ts'
import { openDatabaseProbe } from './platform/database/database-probe.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { openReplica, createPrimaryReads, type Replica } from './platform/database/replica.ts'
import { UploadLimiter } from './platform/http/files/upload-limiter.ts'
import { serveHealth } from './platform/http/health.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { toLoopbackUrl } from './platform/http/loopback-url.ts'
import { createOrigins, type Origins } from './platform/http/origins.ts'
import { type Jobs, startJobs } from './platform/jobs/jobs.ts'
import { createLimits } from './platform/limits/limits.ts'
import { LiveServer } from './platform/live/live-server.ts'
import { LOCAL_MAIL_PATH, serveLocalMails } from './platform/mail/local-mail-page.ts'
import { createLocalOutbox } from './platform/mail/local-outbox.ts'
import { createMailOutbox, MAIL_QUEUE, type MailTransport, createNamingTransport } from './platform/mail/mail-outbox.ts'
import { type Sender, toSender } from './platform/mail/named-mail.ts'
import { createPushSender } from './platform/push/open-push.ts'
import type { RedisConnection } from './platform/redis/redis.ts'
import { SiteSettingsStore } from './platform/settings/site-settings.ts'
import { openFileStorage } from './platform/storage/open-file-storage.ts'
import { loadWebClient } from './site/web-client.ts'

/** Timeout for storing messages (ms), which takes some milliseconds: a hanging call must not block later calls. */
const MESSAGES_TIMEOUT_MS = 3000
/** Timeout for counting words (ms): counting the words of a million profiles takes minutes. */
const COUNTING_TIMEOUT_MS = 900_000

/** Opens database, jobs and a server that does not listen yet. @param opened closers, run in reverse @throws Error */
export async function openPlatform(options: AppOptions, opened: AsyncDisposableStack, recordFailure: RecordFailure) {
  const { logger } = options
  // Optional modules are loaded only when used, because each module slows the start.
  const {
    db,
    query,
    close: closeDatabase,
  } = openDatabase(options.databaseUrl, options.databasePool, logger, {
    lockTimeoutMs: options.databaseLockTimeoutMs,
  })
  opened.defer(closeDatabase)
  const { db: messageDb, close: closeMessageDatabase } = openDatabase(options.databaseUrl, 1, logger, {
    keptOpen: 1,
    readsByIndex: true,
    statementTimeoutMs: MESSAGES_TIMEOUT_MS,
  })
  opened.defer(closeMessageDatabase)
  const { db: countingDb, close: closeCountingDatabase } = openDatabase(options.databaseUrl, 2, logger, {
    statementTimeoutMs: COUNTING_TIMEOUT_MS,
  })
  opened.defer(closeCountingDatabase)
  const replica = await openConfiguredReplica(options, db)
  opened.defer(async () => replica?.close())
  const siteSettings = new SiteSettingsStore({ db, logger })
  opened.defer(await siteSettings.start())
  const readBranding = (): Branding => siteSettings.read().face
  const origins = createOrigins(options.publicUrl, options.port)
  const loopbackUrl = toLoopbackUrl(options)
  const webClient = options.withPages ? (options.webClient ?? (await loadWebClient())) : undefined
  const provider = await openPaymentProvider({
    choice: options.payments,
    databaseUrl: options.databaseUrl,
    base: origins.base,
    loopbackUrl,
    secret: options.authSecrets[0],
    logger,
  })
  opened.defer(provider.close)
  const redis = await openRedis(options)
  opened.defer(async () => redis?.close())
  const jobs = await startJobs({
    query,
    logger,
    onFailed: (queue) => recordFailure(queue === MAIL_QUEUE ? 'mail' : 'job'),
  })
  opened.defer(jobs.close)
  const files = await openFileStorage(options.files)
  opened.defer(async () => files.close())
  const probe = await openDatabaseProbe(options.databaseUrl)
  opened.defer(probe.close)
  const server = await createHttpServer({
    logger,
    origins,
    inlineScripts: webClient?.files.inlineScripts ?? [],
    contentSources: provider.contentSources,
    trustedProxies: options.trustedProxies,
  })
  const live = new LiveServer({
    server: server.server,
    origins,
    trustedProxies: options.trustedProxies,
    logger,
    createRedisClient: redis?.createClient,
  })
  // HTTP and live server close in parallel, because each waits for connections that the other one ends.
  opened.defer(async () => {
    for (const end of await Promise.allSettled([live.close(), server.close()])) {
      if (end.status === 'rejected') throw end.reason
    }
  })
  const health = serveHealth(server, {
    database: probe,
    isRedisConnected: redis && ((): boolean => redis.client.isReady),
    replica: replica?.status,
  })
  const pushSender = options.push
    ? await createPushSender(options.push, { db, secrets: options.authSecrets, logger })
    : null
  opened.defer(async () => pushSender?.close())
  const {
    outbox,
    transport: mailTransport,
    showsMail,
  } = await openMailServices(options, { db, jobs, origins, readBranding })
  if (showsMail) serveLocalMails(server, { db, origins, title: () => readBranding().name })

  return {
    siteSettings,
    db,
    messageDb,
    countingDb,
    reads: replica?.reads ?? createPrimaryReads(db),
    origins,
    loopbackUrl,
    webClient,
    provider,
    jobs,
    files,
    server,
    live,
    health,
    limits: createLimits({ query, redis: redis?.client, factor: options.attemptLimitFactor }),
    uploadLimiter: new UploadLimiter(),
    outbox,
    /** Sends mails immediately instead of queueing them, for callers with their own retries. */
    mailTransport,
    showsMail,
    pushSender,
    mailUrl: showsMail
      ? `${options.publicUrl === undefined ? origins.base : loopbackUrl}${LOCAL_MAIL_PATH}`
      : undefined,
  }
}

async function openRedis({ redisUrl, logger }: AppOptions): Promise<RedisConnection | undefined> {
  if (redisUrl === undefined) return undefined
  const { connectRedis } = await import('./platform/redis/redis.ts')
  return connectRedis(redisUrl, logger)
}

async function openTransport(smtpUrl: string | undefined, db: Database, sender: () => Sender): Promise<MailTransport> {
  if (smtpUrl === undefined) return createLocalOutbox({ db })
  const { createSmtpTransport } = await import('./platform/mail/smtp-transport.ts')
  return createSmtpTransport({ url: smtpUrl, sender })
}

function openConfiguredReplica(
  { databaseReplicaUrl: url, databaseUrl: primaryUrl, databasePool: max, logger }: AppOptions,
  db: Database,
): Promise<Replica> | undefined {
  return url === undefined ? undefined : openReplica({ url, primaryUrl, db, max, logger })
}

async function openMailServices(
  { mail, logger }: AppOptions,
  { db, jobs, origins, readBranding }: { db: Database; jobs: Jobs; origins: Origins; readBranding: () => Branding },
) {
  const { smtpUrl, from = `no-reply@${new URL(origins.base).hostname}` } = mail
  const way = await openTransport(smtpUrl, db, () => toSender(from, readBranding()))
  const outbox = await createMailOutbox({ jobs, transport: way, logger, readBranding })
  const transport = createNamingTransport(way, readBranding)
  return { outbox, transport, showsMail: smtpUrl === undefined && mail.localPage }
}
