import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

import { z } from 'zod'

import { type Exposure, assessExposure, type DevelopmentFakes } from './exposure.ts'
import type { StripeKeys } from './payment-provider.ts'
import { readHost, isLocal } from './platform/http/loopback.ts'
import type { LogFormat } from './platform/logging/logger.ts'
import type { MetricsAddress } from './platform/metrics/metrics-server.ts'
import type { PushSettings } from './platform/push/open-push.ts'
import type { Secrets } from './platform/secrets.ts'
import type { FileStorageSettings } from './platform/storage/file-storage.ts'
import { METRICS_SETTINGS, readMetricsAddress, findMetricsProblems } from './settings/metrics-settings.ts'
import { PUSH_SETTINGS, readPushSettings, findPushProblems } from './settings/push-settings.ts'
import { STRIPE_SETTINGS, readStripeKeys, findStripeProblems } from './settings/stripe-settings.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** Maximum factor of attempt limits in production: a higher one would disable them. Only tests use higher factors. */
const FACTOR_MAX_IN_PRODUCTION = 10
/** Minimum length of a secret (characters). */
const SECRET_MIN = 32
/** Drain delay (ms): covers two load balancer checks, two seconds apart, with a margin. */
const DRAIN_DELAY_IN_PRODUCTION_MS = 5000

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/u.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** Splits a list of secrets. If no part has the minimum length, the text is one older secret that contains commas. */
function readSecrets(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.some((part) => part.length >= SECRET_MIN) ? [...new Set(parts)] : [text]
}

/** Empty values count as unset. */
const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe(
      'production refuses everything that is for trying out; its rules also hold where HOST or PUBLIC_URL let others in',
    ),
  TRY_OUT: z
    .enum(['public'])
    .optional()
    .describe(
      'public: what is for trying out (demo logins, simulated payments) is for everybody who reaches the server',
    ),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe("address to listen on; 0.0.0.0 for every interface, with production's rules"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('port to listen on; 0 picks a free one'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('public address of the site, such as https://kundig.example; required in production'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/u })
    .optional()
    .describe('PostgreSQL 18 or later; without it an embedded one is started'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('maximum database connections of this server'),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/u })
    .optional()
    .describe('a streaming replica of DATABASE_URL, from which searches, lists and old messages are read'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/u })
    .optional()
    .describe('Redis, for several servers: passes on live events and counts attempts'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('folder for the embedded database, generated secrets and, without S3, files'),
  AUTH_SECRET: z
    .string()
    .min(SECRET_MIN)
    .transform(readSecrets)
    .refine((list): list is [string, ...string[]] => list.every((secret) => secret.length >= SECRET_MIN), {
      error: `must be secrets of ${SECRET_MIN} characters or more each, separated by commas; not all of these are`,
    })
    .optional()
    .describe(
      'signs session cookies (32 characters or more); of several, separated by commas, the first signs and all are accepted; generated and kept in DATA_DIR when unset outside production',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .refine((list) => list.every(isAddressOrRange), {
      error: 'must be addresses or CIDR ranges, separated by commas, such as 10.0.0.1, fd00::/8',
    })
    .describe(
      'proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges, separated by commas; none when unset',
    ),
  ATTEMPT_LIMIT_FACTOR: z.coerce
    .number()
    .min(0.1)
    .max(100_000)
    .default(1)
    .describe(
      `multiplies every limit on attempts and on use, such as to sign in, send, search or pay; 1 when unset, at most ${FACTOR_MAX_IN_PRODUCTION} in production`,
    ),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'signing in with Google: the client ID (unset: no button, or pretend accounts with the embedded database)',
    ),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('signing in with Google: the client secret'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/u })
    .optional()
    .describe(
      'mail server, such as smtps://name:password@mail.example:465; required in production; smtp: must offer TLS unless it is local',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u, {
      error: 'must be an address, such as Kundig <no-reply@kundig.example>',
    })
    .optional()
    .describe(
      'sender of all mail, such as Kundig <no-reply@kundig.example>; no-reply at the host of PUBLIC_URL when unset',
    ),
  ...PUSH_SETTINGS,
  S3_BUCKET: z
    .string()
    .optional()
    .describe('bucket for files, at Amazon S3 or a compatible service; files are stored in DATA_DIR when unset'),
  S3_REGION: z.string().optional().describe('region of the bucket, such as eu-central-1; required with S3_BUCKET'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('access key ID of S3; required with S3_BUCKET'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('secret access key of S3; required with S3_BUCKET'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe("address of a service other than Amazon's, such as https://s3.example"),
  S3_FORCE_PATH_STYLE: flag.optional().describe('1: names the bucket in the path, which many other services require'),
  ...STRIPE_SETTINGS,
  FUNCTIONS_PREFIX: z
    .string()
    .regex(/^(?:\/[\w-]+)+$/u, { error: 'must be a path without a slash at its end, such as /functions' })
    .default('/functions')
    .describe('path below which the callable functions are served; /functions when unset'),
  DRAIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(20_000)
    .optional()
    .describe(
      'how long a stopping server still takes work, so that balancers see /readyz refuse (ms); 5000 in production, else 0',
    ),
  ...METRICS_SETTINGS,
  DEMO: flag.default(true).describe('0: no demo data in a new embedded database; never any in production'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn').describe('how much to log'),
  LOG_FORMAT: z
    .enum(['text', 'json'])
    .optional()
    .describe(
      'text: lines for people; json: one object per line, for programs; when unset, text with the embedded database and on a terminal, else json',
    ),
})

export interface Env {
  /** Clients that can reach development fakes; none in production or on public servers. */
  developmentFakes: DevelopmentFakes
  host: string
  port: number
  publicUrl: string | undefined
  databaseUrl: string | undefined
  databasePool: number
  databaseReplicaUrl: string | undefined
  redisUrl: string | undefined
  dataDir: string
  authSecrets: Secrets | undefined
  trustedProxies: string[]
  attemptLimitFactor: number
  /** URL of the mail server. It requires TLS unless the mail server is local. */
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** True shows stored mails on a page: only with the embedded database and development fakes. */
  localMailPage: boolean
  google: { clientId: string; clientSecret: string } | null
  push: PushSettings | null
  /** True when push lacks only its contact address for push services. */
  lacksPushSubject: boolean
  files: FileStorageSettings
  /** Keys of Stripe. Null starts the simulator instead, but never in production. */
  stripe: StripeKeys | null
  functionsPrefix: string
  /** Time after a stop signal in which requests are still served (ms). */
  drainDelayMs: number
  metrics: MetricsAddress | null
  demo: boolean
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Log format. If undefined, logs are text on a terminal and JSON otherwise. */
  logFormat: LogFormat | undefined
}

/** Settings that S3 requires together: a partial configuration would be taken for a local folder. */
const S3_REQUIRED = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Finds missing and forbidden production settings. The last line explains why production rules apply. */
function findProductionProblems(set: Record<string, string | undefined>, { exposedBy }: Exposure): string[] {
  const problems = (['PUBLIC_URL', 'AUTH_SECRET', 'SMTP_URL'] as const)
    .filter((name) => set[name] === undefined)
    .map((name) => `${name}: required in production`)
  if (Number(set['ATTEMPT_LIMIT_FACTOR']) > FACTOR_MAX_IN_PRODUCTION) {
    problems.push(`ATTEMPT_LIMIT_FACTOR: at most ${FACTOR_MAX_IN_PRODUCTION} in production`)
  }
  if (set['NODE_ENV'] === 'production' && set['TRY_OUT'] !== undefined) {
    problems.push('TRY_OUT: not with NODE_ENV=production')
  }
  problems.push(...findStripeProblems(set, true))
  if (problems.length > 0 && set['NODE_ENV'] !== 'production') {
    problems.push(
      `These are production's rules, as ${exposedBy.join(' and ')} lets others reach this server. Leave that out to try it ` +
        'out alone, or set TRY_OUT=public to let everybody who reaches it try it out.',
    )
  }
  return problems
}

/** Requires TLS except for local servers: an attacker could strip STARTTLS and read links that open accounts. */
function readSmtpUrl(url: string | undefined): string | undefined {
  if (url === undefined || !url.startsWith('smtp:') || isLocal(readHost(url))) return url
  const strict = new URL(url)
  for (const name of ['ignoreTLS', 'opportunisticTLS']) strict.searchParams.delete(name)
  strict.searchParams.set('requireTLS', 'true')
  return strict.href
}

function readFileStorage(env: z.infer<typeof schema>): FileStorageSettings {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (
    S3_BUCKET === undefined ||
    S3_REGION === undefined ||
    S3_ACCESS_KEY_ID === undefined ||
    S3_SECRET_ACCESS_KEY === undefined
  ) {
    return { folder: join(resolve(env.DATA_DIR), 'files') }
  }
  return {
    s3: {
      bucket: S3_BUCKET,
      region: S3_REGION,
      endpoint: env.S3_ENDPOINT,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      forcePathStyle: env.S3_FORCE_PATH_STYLE ?? false,
    },
  }
}

export function describeSettings(): { name: string; meaning: string }[] {
  return Object.entries(schema.shape).map(([name, setting]) => ({ name, meaning: setting.description ?? '' }))
}

/** The only reader of the environment. @throws Error with a line for each missing or invalid setting */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = schema.safeParse(set)
  const problems = result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  for (const [one, other] of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ] as const) {
    if (set[one] !== undefined && set[other] === undefined) problems.push(`${other}: required with ${one}`)
  }
  if (set['DATABASE_REPLICA_URL'] !== undefined && set['DATABASE_URL'] === undefined) {
    problems.push('DATABASE_URL: required with DATABASE_REPLICA_URL')
  }
  const s3Settings = Object.keys(set).filter((name) => name.startsWith('S3_') && Object.hasOwn(schema.shape, name))
  for (const name of S3_REQUIRED) {
    if (s3Settings.length > 0 && set[name] === undefined)
      problems.push(`${name}: required with ${s3Settings.join(', ')}`)
  }
  const reach = assessExposure(set)
  const isProduction = reach.developmentFakes === 'none'
  problems.push(...findMetricsProblems(set))
  problems.push(...findPushProblems(set, reach))
  problems.push(...(isProduction ? findProductionProblems(set, reach) : findStripeProblems(set, false)))
  if (!result.success || problems.length > 0) {
    throw new Error(`Kundig cannot start with these settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
  const env = result.data
  return {
    developmentFakes: reach.developmentFakes,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    redisUrl: env.REDIS_URL,
    dataDir: resolve(env.DATA_DIR),
    authSecrets: env.AUTH_SECRET,
    trustedProxies: env.TRUSTED_PROXIES,
    attemptLimitFactor: env.ATTEMPT_LIMIT_FACTOR,
    smtpUrl: readSmtpUrl(env.SMTP_URL),
    mailFrom: env.MAIL_FROM,
    localMailPage: env.DATABASE_URL === undefined && !isProduction,
    google:
      env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
        : null,
    ...readPushSettings(env),
    files: readFileStorage(env),
    stripe: readStripeKeys(env),
    functionsPrefix: env.FUNCTIONS_PREFIX,
    drainDelayMs: env.DRAIN_DELAY_MS ?? (isProduction ? DRAIN_DELAY_IN_PRODUCTION_MS : 0),
    metrics: readMetricsAddress(env),
    demo: env.DEMO && !isProduction,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT ?? (env.DATABASE_URL === undefined && !isProduction ? 'text' : undefined),
  }
}

/** Returns Stripe's test mode key; null if the key is missing or live. */
export function readTestKey(source: Record<string, string | undefined> = process.env): string | null {
  const key = source['STRIPE_SECRET_KEY'] ?? ''
  return /^[sr]k_test_\w+$/u.test(key) ? key : null
}
