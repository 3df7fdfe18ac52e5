import { registerDrizzleResolver } from '@kundig/server/drizzle-modules'

registerDrizzleResolver()
const { startApp } = await import('@kundig/server/app')
const { readEnv } = await import('@kundig/server/env')
const { createLogger } = await import('@kundig/server/platform/logging/logger')

/** Server process without pages. The environment configures it. `--simulator` adds payments, but slows the start. */
const env = readEnv()
const app = await startApp({
  databaseUrl: env.databaseUrl ?? '',
  databasePool: env.databasePool,
  redisUrl: env.redisUrl,
  publicUrl: env.publicUrl,
  host: env.host,
  port: env.port,
  authSecrets: env.authSecrets ?? [''],
  google: null,
  trustedProxies: env.trustedProxies,
  attemptLimitFactor: env.attemptLimitFactor,
  push: env.push ?? undefined,
  mail: { smtpUrl: env.smtpUrl, from: env.mailFrom, localPage: false },
  files: env.files,
  metrics: env.metrics,
  payments: process.argv.includes('--simulator') ? 'simulator' : 'none',
  functionsPrefix: env.functionsPrefix,
  logger: createLogger(env.logLevel),
  drainDelayMs: env.drainDelayMs,
  withPages: false,
})
process.on('SIGTERM', () => {
  void app.close().then(() => process.exit(0))
})
process.stdout.write('ready\n')
