import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import { findFreePort } from '@kundig/server/platform/http/free-port'
import { createDatabase, openSql, type Sql } from '@kundig/testing/database/test-database'
import { openPaymentEnvironment, type PaymentEnvironment } from '@kundig/testing/payments/payment-environment'
import { type SmtpInbox, startSmtpInbox } from '@kundig/testing/people/smtp-inbox'
import { type Client, createClient, type Person } from '@kundig/testing/people/test-client'
import { type ChildServer, startChild } from '@kundig/testing/server/child-server'
import { startServerChild } from '@kundig/testing/server/server-child'

import { waitUntil } from './until.ts'

export const PUBLIC_URL = 'https://kundig.example'
/** Last line that `main.ts` prints, once the server listens. */
const STARTED = 'Ctrl-C stops it.'
const SITE_SECRET = 'a secret for attacks only, of 32 characters or more'
const PRODUCTION_SECRET = 'another secret for attacks, of 32 characters or more'

/** Required settings of production, with invented keys, because no attack calls Stripe. */
export const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  PUBLIC_URL,
  AUTH_SECRET: PRODUCTION_SECRET,
  STRIPE_SECRET_KEY: 'sk_test_madeUpForAttacks0000000',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_madeUpForAttacks0000000',
  STRIPE_WEBHOOK_SECRET: 'whsec_madeUpForAttacks0000000',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_madeUpThinForAttacks0000',
  STRIPE_TEST_MODE: '1',
} as const

/** Attacked servers, each a process like `npm run serve`, and their environment. */
export interface TestEnvironment {
  /** Server with PostgreSQL, simulated payments and high limits. */
  site: Client
  payments: PaymentEnvironment
  sql: Sql['query']
  filesFolder: string
  /** Second server of the site, with the real limits, started on first use. Clients may choose their address. */
  limited: () => Promise<Client>
  /** Memory of the limited server (bytes); null where the system does not report it. */
  memoryOfLimited: () => Promise<number | null>
  /** Server that sends pushes to public addresses and to one local origin. */
  pushing: (testOrigin: string) => Promise<Client>
  /** Server with production settings. Its client acts as the TLS proxy, with headers and an address for each caller. */
  production: Client
  residents: { ann: Person; bob: Person }
  embedded: () => Promise<Client>
  /** Variant of `embedded` with public exposure, on every interface. */
  triedOutInPublic: () => Promise<Client>
  mails: (to: string, atLeast?: number) => Promise<string[]>
  logs: () => string
  settingsSecrets: readonly string[]
  isTarget: (url: URL) => boolean
  close: () => Promise<void>
}

export async function createTestEnvironment(): Promise<TestEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-attack-'))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const children: ChildServer[] = []
  const clients: Client[] = []
  let closing: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    for (const client of clients) client.disconnect()
    for (const child of children) {
      child.signal('SIGKILL')
      await child.ended
    }
    for (const action of undo.toReversed()) await action()
  }
  const close = (): Promise<void> => (closing ??= closeAll())

  async function serveSite(name: string, settings: Record<string, string>): Promise<Client> {
    return (await startServerProcess(name, settings)).client
  }

  async function startServerProcess(
    name: string,
    settings: Record<string, string>,
  ): Promise<{ client: Client; pid: number }> {
    const port = await findFreePort()
    const dataDir = join(folder, name)
    await mkdir(dataDir, { recursive: true })
    await chmod(dataDir, 0o755)
    const child = startChild('@kundig/server/main', {
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'debug',
      // The pool is large, so that a rule and not a lack of connections refuses the losers of a race.
      DATABASE_POOL: '30',
      DEMO: '0',
      ...settings,
    })
    children.push(child)
    await child.printed(STARTED)
    const client = createClient(`http://127.0.0.1:${port}`)
    clients.push(client)
    return { client, pid: child.pid ?? 0 }
  }

  try {
    const smtpPort = await findFreePort()
    const inbox = await startSmtpInbox(smtpPort)
    undo.push(inbox.close)
    const smtp = `smtp://127.0.0.1:${smtpPort}`

    const postgres = await startEmbeddedPostgres({
      dataDir: folder,
      settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
    })
    undo.push(async () => {
      await postgres.stop()
      await rm(dirname(postgres.location), { recursive: true, force: true })
    })
    const databaseUrl = await createDatabase(postgres.url, 'attacked')
    const productionUrl = await createDatabase(postgres.url, 'production')
    await migrate(productionUrl)
    await migrate(databaseUrl)

    const residents = await addResidents(productionUrl, folder)
    const [site, production] = await Promise.all([
      serveSite('site', {
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: SITE_SECRET,
        ATTEMPT_LIMIT_FACTOR: '1000',
        SMTP_URL: smtp,
      }),
      serveSite('production', {
        ...PRODUCTION_SETTINGS,
        DATABASE_URL: productionUrl,
        SMTP_URL: smtp,
        TRUSTED_PROXIES: '127.0.0.1/32',
        DRAIN_DELAY_MS: '0',
      }),
    ])
    const sql = await openSql(databaseUrl)
    undo.push(sql.close)
    const payments = await openPaymentEnvironment(site, { databaseUrl, sql: sql.query, secret: SITE_SECRET })
    undo.push(payments.close)

    let embedded: Promise<Client> | undefined
    let open: Promise<Client> | undefined
    let started: ReturnType<typeof startServerProcess> | undefined
    const limited = () =>
      (started ??= startServerProcess('limited', {
        DATABASE_URL: databaseUrl,
        // The pool has the default size, because a flood tries to occupy all connections.
        DATABASE_POOL: '10',
        AUTH_SECRET: SITE_SECRET,
        SMTP_URL: smtp,
        TRUSTED_PROXIES: '127.0.0.1/32',
      }))
    return {
      site,
      payments,
      sql: sql.query,
      filesFolder: join(folder, 'site', 'files'),
      limited: async () => (await limited()).client,
      memoryOfLimited: async () => readResidentBytes((await limited()).pid),
      pushing: (testOrigin) =>
        serveSite('pushing', {
          DATABASE_URL: databaseUrl,
          AUTH_SECRET: SITE_SECRET,
          ATTEMPT_LIMIT_FACTOR: '1000',
          SMTP_URL: smtp,
          PUSH_TEST_ORIGIN: testOrigin,
        }),
      production,
      residents,
      embedded: () => (embedded ??= serveSite('embedded', {})),
      triedOutInPublic: () => (open ??= serveSite('open', { HOST: '0.0.0.0', TRY_OUT: 'public' })),
      mails: (to, atLeast = 1) => waitForMails(inbox, to, atLeast),
      logs: () => children.map((child) => child.output()).join('\n'),
      settingsSecrets: [
        SITE_SECRET,
        PRODUCTION_SECRET,
        payments.keys.secretKey,
        payments.keys.webhookSecret,
        payments.keys.thinWebhookSecret,
        PRODUCTION_SETTINGS.STRIPE_SECRET_KEY,
        PRODUCTION_SETTINGS.STRIPE_WEBHOOK_SECRET,
        PRODUCTION_SETTINGS.STRIPE_THIN_WEBHOOK_SECRET,
      ],
      isTarget: (url) => clients.some((client) => client.url === url.origin),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates people with accounts, because sign-up in production would call Stripe. */
async function addResidents(databaseUrl: string, folder: string): Promise<TestEnvironment['residents']> {
  const before = await startServerChild({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    AUTH_SECRET: PRODUCTION_SECRET,
  })
  try {
    const ann = await before.profiled({ full_name: 'Ann Resident' })
    const bob = await before.signUp()
    for (const person of [ann, bob]) person.cookies.clear()
    return { ann, bob }
  } finally {
    await before.kill()
  }
}

/** Waits for at least `atLeast` mails to an address. */
async function waitForMails(inbox: SmtpInbox, to: string, atLeast: number): Promise<string[]> {
  const found = (): string[] =>
    inbox.received.filter((mail) => mail.to.includes(to)).map(({ parts }) => [...parts.values()].join('\n'))
  await waitUntil(() => found().length >= atLeast, `mail ${atLeast}`)
  return found()
}

/** Reads the resident memory of a process (bytes); Linux only. */
async function readResidentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
