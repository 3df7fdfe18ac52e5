import { resolve } from 'node:path'

import { z } from 'zod'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** Every setting, with its meaning. Empty values count as unset. */
const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('production refuses everything that is for trying out'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on; 0.0.0.0 for every interface'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('port to listen on; 0 picks a free one'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('where people reach the site, such as https://kundig.example; required in production'),
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
    .describe('most database connections this server opens'),
  DATA_DIR: z.string().default('.data').describe('folder for the embedded database and generated secrets'),
  AUTH_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'signs session cookies (32 characters or more); generated and kept in DATA_DIR when unset outside production',
    ),
  DEMO: flag.default(true).describe('0: no demo data in a new embedded database'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn').describe('how much to log'),
})

export interface Env {
  production: boolean
  host: string
  port: number
  publicUrl: string | undefined
  databaseUrl: string | undefined
  databasePool: number
  /** Absolute path. */
  dataDir: string
  authSecret: string | undefined
  demo: boolean
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** The names and meanings of all settings, for `.env.example`. */
export function describeSettings(): { name: string; meaning: string }[] {
  return Object.entries(schema.shape).map(([name, setting]) => ({ name, meaning: setting.description ?? '' }))
}

/**
 * Reads the settings: the only place that looks at the environment.
 * @throws Error with one line for each thing that is wrong or missing
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = schema.safeParse(set)
  const problems = result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (set['NODE_ENV'] === 'production') {
    for (const name of ['PUBLIC_URL', 'AUTH_SECRET'] as const) {
      if (set[name] === undefined) problems.push(`${name}: required in production`)
    }
  }
  if (!result.success || problems.length > 0) {
    throw new Error(`Kundig cannot start with these settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
  const env = result.data
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    dataDir: resolve(env.DATA_DIR),
    authSecret: env.AUTH_SECRET,
    demo: env.DEMO,
    logLevel: env.LOG_LEVEL,
  }
}
