import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { inject } from 'vitest'

import { type App, startApp } from '@kundig/server/app'
import type { AppOptions } from '@kundig/server/app-options'
import { freePort } from '@kundig/server/platform/http/free-port'
import { createLogger } from '@kundig/server/platform/logging/logger'

import { createDatabase, dropDatabase, openSql, type Sql, TEMPLATE } from '../database/test-database.ts'
import { arrangePerson } from '../people/arranged-person.ts'
import { createClient, type Client } from '../people/test-client.ts'

export const TEST_SECRET = 'a secret for tests only, of 32 characters or more'

/** So many ports are tried before a start fails. */
const PORTS_TRIED = 5

/** A mail that has not come by then does not come (ms). */
const MAIL_LIMIT_MS = 30_000

export interface TestDatabase {
  url: string
  sql: Sql
  drop: () => Promise<void>
}

/** A database of one's own, copied from the migrated template. */
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

/** A mail as the server kept it instead of sending it. */
export interface StoredMail {
  to: string
  subject: string
  text: string
  html: string
  language: string
}

export interface TestApp extends Client {
  /** Somebody with a profile, whose account is written past the server: no mail goes to them. */
  profiled: Client['profiled']
  databaseUrl: string
  /** Where its files are kept, unless the options say otherwise. */
  folder: string
  sql: Sql['query']
  /** The server's own settings, for a second one beside it. */
  settings: AppOptions
  /** The mails for an address, the oldest first, once there are so many (it waits for them). */
  mails: (to: string, atLeast?: number) => Promise<StoredMail[]>
  /** The latest mail for an address with such a subject; it waits for one. */
  mailAbout: (to: string, subject: RegExp) => Promise<StoredMail>
  /** Starts the server anew on the same database and port. */
  restart: () => Promise<void>
  /** Stops the server; the database stays, for `restart`. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

/** A port that was free a moment ago may be another program's by the time that the server listens. */
async function startOnFreePort(settings: AppOptions): Promise<App> {
  for (let tried = 1; ; tried++) {
    settings.port = await freePort()
    try {
      return await startApp(settings)
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || tried === PORTS_TRIED) throw error
    }
  }
}

/**
 * The real server on a database of its own, and a client to use it with.
 * @param options what differs from a server without a mail server and without pages
 */
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
    // Whole test files sign up from one address.
    attemptLimitFactor: 10_000,
    mail: { smtpUrl: undefined, from: undefined, localPage: true },
    files: { folder },
    payments: 'nobody',
    functionsPrefix: '/functions',
    logger: createLogger('silent'),
    withPages: false,
    ...options,
  }
  let app: App | undefined = options.port === undefined ? await startOnFreePort(settings) : await startApp(settings)
  // By address, as "localhost" may resolve to IPv6 first.
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
      // Some apps bring a database or an address of their own.
      const isPlain = settings.databaseUrl === database.url && !settings.publicUrl
      if (!isPlain) return client.signUpWithProfile(profile)
      const person = await arrangePerson(database.sql.query, settings.authSecrets[0])
      // What signing up leaves to the background, so that a customer is there as soon as somebody pays.
      if (settings.payments !== 'nobody') {
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
