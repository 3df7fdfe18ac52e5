import { type App, startApp } from '@kundig/server/app'
import { freePort } from '@kundig/server/platform/http/free-port'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { ensureWebBuild } from '@kundig/testing/server/web-build'

/** What signs the session cookies of `startBenchApp`. */
export const BENCH_SECRET = 'a secret for benchmarks only, of 32 characters'

/** The real server on a database that is there already, on a free port of loopback; limits on attempts do not matter. */
export async function startBenchApp(options: {
  databaseUrl: string
  /** Where files are kept. */
  folder: string
  withPages: boolean
  /** How long it still takes work once it is told to stop (ms); none unless given. */
  drainDelayMs?: number
}): Promise<App> {
  if (options.withPages) ensureWebBuild()
  return startApp({
    databaseUrl: options.databaseUrl,
    databasePool: 10,
    publicUrl: undefined,
    host: '127.0.0.1',
    port: await freePort(),
    authSecrets: [BENCH_SECRET],
    google: null,
    trustedProxies: [],
    redisUrl: undefined,
    attemptLimitFactor: 10_000,
    mail: { smtpUrl: undefined, from: undefined, localPage: true },
    files: { folder: options.folder },
    payments: 'nobody',
    functionsPrefix: '/functions',
    logger: createLogger('silent'),
    withPages: options.withPages,
    drainDelayMs: options.drainDelayMs ?? 0,
  })
}
