import { type App, startApp } from '@kundig/server/app'
import { findFreePort } from '@kundig/server/platform/http/free-port'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { ensureWebBuild } from '@kundig/testing/server/web-build'

export const BENCH_SECRET = 'a secret for benchmarks only, of 32 characters'

export async function startBenchApp(options: {
  databaseUrl: string
  folder: string
  withPages: boolean
  /** Time in which the server still works after the stop signal (ms); 0 by default. */
  drainDelayMs?: number
}): Promise<App> {
  if (options.withPages) ensureWebBuild()
  return startApp({
    databaseUrl: options.databaseUrl,
    databasePool: 10,
    publicUrl: undefined,
    host: '127.0.0.1',
    port: await findFreePort(),
    authSecrets: [BENCH_SECRET],
    google: null,
    trustedProxies: [],
    redisUrl: undefined,
    attemptLimitFactor: 10_000,
    mail: { smtpUrl: undefined, from: undefined, localPage: true },
    files: { folder: options.folder },
    payments: 'none',
    functionsPrefix: '/functions',
    logger: createLogger('silent'),
    withPages: options.withPages,
    drainDelayMs: options.drainDelayMs ?? 0,
  })
}
