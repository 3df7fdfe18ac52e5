import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { inject } from 'vitest'

import { type App, startApp } from '@kundig/server/app'
import type { AppOptions } from '@kundig/server/app-options'
import { findFreePort } from '@kundig/server/platform/http/free-port'
import { createLogger } from '@kundig/server/platform/logging/logger'

import { createDatabase, dropDatabase, openSql, type Sql, TEMPLATE } from '../database/test-database.ts'
import { seedUser } from '../people/seeded-user.ts'
import { createClient, type Client } from '../people/test-client.ts'

export const TEST_SECRET = 'a secret for tests only, of 32 characters or more'

/** Maximum attempts with other ports. */
const PORTS_TRIED = 5

const MAIL_LIMIT_MS = 30_000

export interface TestDatabase {
  url: string
  sql: Sql
  drop: () => Promise<void>
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(server, name, TEMPLATE)
  const sql = await openSql(url)
  return {
    url,
    sql,
    drop: async () => {
      await sql.close()
      await dropDatabase(server, name)
    },
  }
}

export interface StoredMail {
  to: string
  subject: string
  text: string
  html: string
  language: string
}

export interface TestApp extends Client {
  /** A person with a profile, inserted into the database, so that no mail is sent. */
  profiled: Client['profiled']
  databaseUrl: string
  folder: string
  sql: Sql['query']
  settings: AppOptions
  /** Waits until at least this number of mails to an address exists; oldest first. */
  mails: (to: string, atLeast?: number) => Promise<StoredMail[]>
  /** Waits for the newest mail with this subject. */
  mailAbout: (to: string, subject: RegExp) => Promise<StoredMail>
  /** Restarts the server on the same database and port. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  close: () => Promise<void>
}

/** Starts on a free port. Tries other ports when another program takes the port first. */
async function startAppOnFreePort(settings: AppOptions): Promise<App> {
  for (let tried = 1; ; tried++) {
    settings.port = await findFreePort()
    try {
      return await startApp(settings)
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || tried === PORTS_TRIED) throw error
    }
  }
}

/** Starts the real server on a new database, with a client. By default it has no mail server or pages. */
export async function createTestApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kundig-files-'))
  const settings: AppOptions = {
    databaseUrl: database.url,
    databasePool: 10,
    redisUrl: undefined,
    publicUrl: undefined,
    host: '127.0.0.1',
    port: 0,
    authSecrets: [TEST_SECRET],
    google: null,
    trustedProxies: [],
    // All people of a test file sign up from one address.
    attemptLimitFactor: 10_000,
    mail: { smtpUrl: undefined, from: undefined, localPage: true },
    files: { folder },
    payments: 'none',
    functionsPrefix: '/functions',
    logger: createLogger('silent'),
    withPages: false,
    ...options,
  }
  let app: App | undefined = options.port === undefined ? await startAppOnFreePort(settings) : await startApp(settings)
  // The client uses 127.0.0.1, because "localhost" may resolve to IPv6 first.
  const client = createClient(app.url.replace('localhost', '127.0.0.1'))
  const stop = async (): Promise<void> => {
    client.disconnect()
    await app?.close()
    app = undefined
  }
  const findMails = (to: string) =>
    database.sql.query<StoredMail & Record<string, unknown>>(
      `SELECT recipient AS to, subject, body_text AS text, body_html AS html, language
       FROM local_mails WHERE recipient = $1 ORDER BY created_at, id`,
      [to],
    )
  return {
    ...client,
    profiled: async (profile) => {
      // Some tests set another database or public address.
      const isPlain = settings.databaseUrl === database.url && !settings.publicUrl
      if (!isPlain) return client.signUpWithProfile(profile)
      const person = await seedUser(database.sql.query, settings.authSecrets[0])
      // Sign-up creates the Stripe customer in the background, but tests may pay immediately.
      if (settings.payments !== 'none') {
        const self = { userId: person.id, email: person.email }
        await client.must(person, 'POST', `${settings.functionsPrefix}/createStripeCustomer`, self)
      }
      await client.saveProfile(person, profile)
      return person
    },
    settings,
    databaseUrl: database.url,
    folder,
    sql: database.sql.query,
    mails: async (to, atLeast = 1) => {
      const deadline = performance.now() + MAIL_LIMIT_MS
      for (;;) {
        const mails = await findMails(to)
        if (mails.length >= atLeast) return mails
        if (performance.now() > deadline) throw new Error(`${mails.length} mails to ${to} instead of ${atLeast}`)
        await sleep(50)
      }
    },
    mailAbout: async (to, subject) => {
      const deadline = performance.now() + MAIL_LIMIT_MS
      for (;;) {
        const mail = (await findMails(to)).findLast((one) => subject.test(one.subject))
        if (mail) return mail
        if (performance.now() > deadline) throw new Error(`no mail to ${to} about ${subject.source}`)
        await sleep(50)
      }
    },
    restart: async () => {
      await stop()
      app = await startApp(settings)
    },
    stop,
    close: async () => {
      await stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
