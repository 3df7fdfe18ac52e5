import { createServer } from 'node:net'

import { OPERATOR_PATH } from '@kundig/contract/site/public-pages'

import { type App, startApp } from './app.ts'
import { seedDemoPayments } from './demo/demo-payments.ts'
import { DEMO_LOGINS, DEMO_OWNER, DEMO_PASSWORD, DEMO_PEOPLE } from './demo/demo-people.ts'
import { seedDemo } from './demo/seed-demo.ts'
import type { Env } from './env.ts'
import { createGoogleProvider } from './features/auth/google/google-provider.ts'
import { lockFolder } from './platform/database/data-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { keepPostgresRunning } from './platform/database/keep-running.ts'
import { migrate } from './platform/database/migrate.ts'
import { omitParameters } from './platform/http/answers.ts'
import { findFreePort } from './platform/http/free-port.ts'
import { createLogger, type Logger } from './platform/logging/logger.ts'
import { openFileStorage } from './platform/storage/open-file-storage.ts'
import { printError } from './print-error.ts'
import { readOrCreateSecret } from './settings/generated-secret.ts'
import type { WebClient } from './site/web-client.ts'

const DRAIN_LIMIT_MS = 30_000

const undo: (() => Promise<void>)[] = []

export interface Development {
  /** PostgreSQL of the development server, which survives restarts; undefined with `DATABASE_URL`. */
  postgres: Pick<EmbeddedPostgres, 'url' | 'location'> | undefined
  webClient: WebClient
}

async function startServer(env: Env, development: Development | undefined): Promise<void> {
  const logger = createLogger(env.logLevel, env.logFormat ?? (process.stderr.isTTY ? 'text' : 'json'))
  stopOnSignals(logger)
  // The folder is locked before the port is checked, so that a second start reports the running server.
  if (env.databaseUrl === undefined && !development) lockDataFolder(env)
  const port = env.port === 0 ? await findFreePort() : env.port
  await requireFreePort(env.host, port)

  const embedded =
    env.databaseUrl === undefined
      ? (development?.postgres ?? (await startAndKeepEmbeddedPostgres(env, logger)))
      : undefined
  const databaseUrl = env.databaseUrl ?? embedded?.url ?? ''
  await migrate(databaseUrl)
  let isNewDemo = false
  if (embedded && env.demo) {
    const files = await openFileStorage(env.files)
    isNewDemo = await seedDemo(databaseUrl, files)
    files.close()
  }
  if (!embedded && env.smtpUrl === undefined) {
    logger.warn('SMTP_URL is not set: mails are stored in local_mails and not sent')
  }

  if (env.redisUrl !== undefined && 'folder' in env.files) {
    logger.warn('REDIS_URL is set and S3_BUCKET is not: files are in DATA_DIR, a folder that all servers must share')
  }

  const app = await startApp({
    databaseUrl,
    databasePool: env.databasePool,
    databaseReplicaUrl: env.databaseReplicaUrl,
    redisUrl: env.redisUrl,
    publicUrl: env.publicUrl,
    host: env.host,
    port,
    google: env.google
      ? createGoogleProvider(env.google)
      : embedded && env.developmentFakes === 'local'
        ? 'pretend'
        : null,
    authSecrets: env.authSecrets ?? [await readOrCreateSecret(env.dataDir)],
    trustedProxies: env.trustedProxies,
    attemptLimitFactor: env.attemptLimitFactor,
    mail: { smtpUrl: env.smtpUrl, from: env.mailFrom, localPage: env.localMailPage },
    push: env.push ?? undefined,
    files: env.files,
    dataDir: env.dataDir,
    metrics: env.metrics,
    diskFolders: [env.dataDir, ...(embedded ? [embedded.location] : [])],
    payments: env.stripe ?? 'simulator',
    functionsPrefix: env.functionsPrefix,
    logger,
    drainDelayMs: env.drainDelayMs,
    operatorsNeedSecondFactor: env.developmentFakes === 'none',
    isPublicDemo: env.developmentFakes === 'public',
    withPages: true,
    ...(development && { webClient: development.webClient }),
  })
  undo.push(app.close)
  if (isNewDemo && !env.stripe) addDemoPayments(app, logger)
  writeLine(formatWelcome(app, env, embedded))
}

function addDemoPayments(app: App, logger: Logger): void {
  const leaving = new AbortController()
  const seeding = seedDemoPayments(app.loopbackUrl, logger, leaving.signal)
  undo.push(async () => {
    leaving.abort()
    await seeding
  })
}

function lockDataFolder(env: Env): void {
  const unlock = lockFolder(env.dataDir)
  undo.push(async () => unlock())
}

async function startAndKeepEmbeddedPostgres(env: Env, logger: Logger): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir })
  undo.push(keepPostgresRunning(embedded, logger))
  return embedded
}

/** Checks the port before the database starts, so that the error is immediate and needs no clean-up. */
async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const taken =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`
          : undefined
      const denied =
        error.code === 'EACCES'
          ? `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`
          : undefined
      reject(new Error(taken ?? denied ?? `Cannot listen on ${host}:${port} (${error.code}).`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function formatWelcome(app: App, env: Env, embedded: Pick<EmbeddedPostgres, 'location'> | undefined): string {
  const lines = ['', `  Kundig is running: ${app.url}`, `  API:               ${app.url}/api/docs`]
  if (embedded) lines.push(`  Database:          embedded PostgreSQL in ${embedded.location}`)
  if (app.mailUrl !== undefined) lines.push(`  Mail:              ${app.mailUrl}`)
  lines.push(
    env.stripe
      ? `  Payments:          Stripe, with webhooks at ${app.url}/stripe/webhook and ${app.url}/stripe/webhook/thin`
      : '  Payments:          simulated, no money moves (set STRIPE_… to use Stripe)',
  )
  if (env.metrics) lines.push(`  Metrics:           http://${env.metrics.host}:${env.metrics.port}/metrics`)
  if (env.lacksPushSubject) {
    lines.push('  Push:              off, because push services require a contact address (set VAPID_SUBJECT)')
  }
  // Card numbers are not printed, because tools scan output for them. The payment page shows them.
  if (!env.stripe) lines.push('  Test cards:        listed on the payment page')
  if (env.publicUrl === undefined) {
    lines.push(
      '  Use this address:  127.0.0.1 redirects to it; mails and Stripe link to it (set PUBLIC_URL to change it)',
      ...(env.developmentFakes === 'local'
        ? [
            `  From other devices: HOST=0.0.0.0 PUBLIC_URL=http://<this machine>:${new URL(app.url).port} TRY_OUT=public npm start`,
          ]
        : []),
    )
  }
  if (embedded && env.demo) {
    lines.push('', '  Demo logins (use two browsers, or one and a private window):')
    for (const key of DEMO_LOGINS) {
      const person = DEMO_PEOPLE.find((one) => one.key === key)
      if (person) lines.push(`    ${person.email.padEnd(28)} ${DEMO_PASSWORD}   ${person.full_name}`)
    }
    lines.push(
      `    ${DEMO_OWNER.padEnd(28)} ${DEMO_PASSWORD}   runs the site, at ${app.url}${OPERATOR_PATH}`,
      '  To begin without demo people: DEMO=0 DATA_DIR=.data-empty npm start',
      '  To start over: npm run db:reset',
    )
  }
  if (env.developmentFakes === 'public') {
    lines.push('', ...describePublicTryOut(app, env, embedded !== undefined && env.demo))
  }
  lines.push('', '  Ctrl-C stops it.', '')
  return lines.join('\n')
}

function describePublicTryOut({ mailUrl }: App, { stripe, publicUrl }: Env, hasDemo: boolean): string[] {
  return [
    '  TRY_OUT=public: not for real people. Anyone who can reach this site',
    ...(hasDemo ? ['    - can log in as the demo people, whose password is public'] : []),
    ...(stripe === null ? ['    - can pay with made-up cards: no money moves'] : []),
    ...(mailUrl === undefined ? [] : ['    - gets no mail: mails are stored, and readable on this machine only']),
    ...(publicUrl === undefined
      ? ['    - can look but not log in, until PUBLIC_URL is the address that they use']
      : []),
  ]
}

let stopping = false

/** Shuts down in order, after a signal or an uncaught error. */
async function stopServer(exitCode: number): Promise<void> {
  // A second signal is ignored, because terminals and npm both forward Ctrl-C.
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref()
  let code = exitCode
  for (const action of undo.toReversed()) {
    try {
      await action()
    } catch (error) {
      printError(error)
      code = 1
    }
  }
  process.exit(code)
}

function stopOnSignals(logger: Logger): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopServer(0))
  const onCrash = (error: unknown): void => {
    // Errors during the shutdown are expected, because it interrupts work.
    if (stopping) return
    logger.fatal({ err: omitParameters(error) }, 'crashed')
    void stopServer(1)
  }
  process.on('uncaughtException', onCrash)
  process.on('unhandledRejection', onCrash)
}

function writeLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Starts the server and handles signals. Prints an error and exits when the start fails. */
export async function runServer(env: Env, development?: Development): Promise<void> {
  try {
    await startServer(env, development)
  } catch (error) {
    if (!stopping) printError(error)
    await stopServer(1)
  }
}
