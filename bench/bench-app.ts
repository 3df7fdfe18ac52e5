import { type App, startApp } from '../server/src/app.ts'
import { freePort } from '../server/src/platform/http/free-port.ts'
import { createLogger } from '../server/src/platform/logging/logger.ts'

/** The real server on a database that is there already, on a free port of loopback; limits on attempts do not matter. */
export async function startBenchApp(options: {
  databaseUrl: string
  /** Where files are kept. */
  folder: string
  withPages: boolean
}): Promise<App> {
  return startApp({
    databaseUrl: options.databaseUrl,
    databasePool: 10,
    publicUrl: undefined,
    host: '127.0.0.1',
    port: await freePort(),
    authSecret: 'a secret for benchmarks only, of 32 characters',
    google: null,
    trustedProxies: [],
    redisUrl: undefined,
    attemptLimitFactor: 10_000,
    mail: { smtpUrl: undefined, from: undefined, localPage: true },
    files: { folder: options.folder },
    logger: createLogger('silent'),
    withPages: options.withPages,
  })
}
