import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BACKLOGS, COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'
import type { Health } from '@kundig/contract/operations/health.contract'
import { openRecordingDatabase, type RecordingDatabase } from '@kundig/testing/database/recording-database'
import { makeOperator } from '@kundig/testing/people/operators'
import type { Person } from '@kundig/testing/people/test-client'
import {
  createTestApp,
  createTestDatabase,
  TEST_SECRET,
  type TestApp,
  type TestDatabase,
} from '@kundig/testing/server/test-app'

import { recordLastBackup, readLastBackup } from '../../../src/backup/last-backup.ts'
import { createRequestBacklogs } from '../../../src/features/connection-requests/backlog.service.ts'
import { createNotificationBacklogs } from '../../../src/features/notifications/backlog.service.ts'
import { HealthService } from '../../../src/features/operations/health/health.service.ts'
import { createSafetyBacklogs } from '../../../src/features/safety/backlog.service.ts'
import { createPaymentModuleBacklogs } from '../../../src/payment-modules.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

const COMMAND = new URL('../../../src/backup/external-backup-command.ts', import.meta.url).pathname
const SOON = { timeout: 20_000, interval: 500 }

describe('site health', () => {
  let app: TestApp
  let viewer: Person
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kundig-data-'))
    app = await createTestApp({ dataDir, operatorsNeedSecondFactor: false })
    viewer = await makeOperator(app, 'viewer', await app.signUp())
  })
  afterAll(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const read = (site = app): Promise<Health> => site.must<Health>(viewer, 'GET', '/api/operations/health')
  const backlog = async (kind: string) => (await read()).backlogs.find((one) => one.kind === kind)
  const resource = async (kind: string) => (await read()).resources.find((one) => one.kind === kind)

  it('lists every kind of backlog, without personal data', async () => {
    const health = await read()
    expect(health.backlogs.map(({ kind }) => kind)).toEqual([...BACKLOGS])
    expect(JSON.stringify(health)).not.toMatch(new RegExp(`${viewer.id}|@|${viewer.email}`, 'u'))
  })

  it('reports mails as stuck after several failed attempts', async () => {
    expect(await backlog('mails')).toMatchObject({ state: 'fine', stuck: 0 })
    await app.sql(
      `INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, due_at, tries)
       SELECT $1, 'mail', 'request_received', gen_random_uuid(), now() + interval '20 minutes', 4 FROM generate_series(1, 6)`,
      [viewer.id],
    )
    await expect.poll(() => backlog('mails'), SOON).toMatchObject({ state: 'needs_somebody', count: 6, stuck: 6 })
    expect((await read()).state).toBe('needs_somebody')
    await app.sql('DELETE FROM notification_deliveries')
  })

  it('asks for action on an illegal report, and on a dispute with its deadline', async () => {
    expect(await resource('illegal_reports')).toMatchObject({ state: 'fine', amount: 0 })
    const subject = { kind: 'profile', id: (await app.profiled()).id }
    const rest = { category: 'illegal', law: 'Copyright', text: 'It is copied' }
    await app.must(await app.profiled(), 'POST', '/api/reports', { subject, ...rest })
    const due = new Date(Date.now() + 86_400_000).toISOString()
    await app.sql(
      `INSERT INTO disputes (stripe_dispute_id, stripe_charge_id, amount, currency, reason, status, seen_at, evidence_due_by)
       VALUES ('dp_open', 'ch_1', 500, 'eur', 'fraudulent', 'needs_response', now(), $1),
         ('dp_looked_at', 'ch_2', 500, 'eur', 'fraudulent', 'under_review', now(), now())`,
      [due],
    )
    await expect.poll(() => resource('disputes'), SOON).toMatchObject({ state: 'needs_somebody', amount: 1, at: due })
    expect(await resource('illegal_reports')).toMatchObject({ state: 'needs_somebody', amount: 1 })
    expect(await resource('objections')).toMatchObject({ state: 'fine', amount: 0 })
    expect((await read()).state).toBe('needs_somebody')
    await app.sql('DELETE FROM disputes')
    await app.sql('UPDATE report_cases SET decided_at = now()')
  })

  it('omits the ledger on a site without payments', async () => {
    expect(await resource('books')).toBeUndefined()
  })

  it('reports an unprocessed Stripe event', async () => {
    await app.sql(
      `INSERT INTO stripe_events (id, type, created_at, received_at)
       VALUES ('evt_left', 'payment_intent.succeeded', now(), now() - interval '20 minutes')`,
    )
    await expect.poll(() => backlog('stripe_events'), SOON).toMatchObject({ state: 'needs_somebody', count: 1 })
    await app.sql('DELETE FROM stripe_events')
  })

  it('lists servers with their disk space until their orderly stop', { tags: 'slow' }, async () => {
    const second = await createTestApp({ databaseUrl: app.databaseUrl, operatorsNeedSecondFactor: false })
    try {
      await expect.poll(async () => (await read()).servers.length, SOON).toBe(2)
      const { servers } = await read()
      expect(servers.every(({ disk_total_bytes: total }) => total !== null && total > 0)).toBe(true)
      expect(await resource('servers')).toMatchObject({ state: 'fine', amount: 2 })
    } finally {
      await second.close()
    }
    await expect.poll(async () => (await read()).servers.length, SOON).toBe(1)
  })

  it('asks for action when a server disappears without an orderly stop', { tags: 'slow' }, async () => {
    await app.sql(
      `INSERT INTO running_servers (name, started_at, seen_at, live_connections)
       VALUES ('gone:3000', now() - interval '1 hour', now() - interval '5 minutes', 3)`,
    )
    await expect.poll(() => resource('servers'), SOON).toMatchObject({ state: 'needs_somebody', amount: 1 })
    await app.sql(`DELETE FROM running_servers WHERE name = 'gone:3000'`)
  })

  it(
    'shows the latest backup, whether it was made by the site or reported from outside',
    { tags: 'slow' },
    async () => {
      expect(await resource('backup')).toMatchObject({ at: null })
      const own = new Date(Date.now() - 3_600_000).toISOString()
      await recordLastBackup(dataDir, { folder: '/backups/one', startedAt: own, endedAt: own, sizeBytes: 1000 })
      await expect.poll(() => resource('backup'), SOON).toMatchObject({ state: 'fine', at: own, amount: 1000 })
      const endedAt = new Date(Date.now() - 60_000).toISOString()
      const environment = { ...process.env, DATABASE_URL: app.databaseUrl, AUTH_SECRET: TEST_SECRET }
      const run = promisify(execFile)
      await run(process.execPath, [COMMAND, '--at', endedAt, '--bytes', '2000'], { env: environment })
      await expect.poll(() => resource('backup'), SOON).toMatchObject({ at: endedAt, amount: 2000 })
      // Reports of older backups change nothing, even when they arrive later.
      await run(process.execPath, [COMMAND, '--at', own], { env: environment })
      expect(await app.sql('SELECT ended_at FROM told_backups')).toEqual([{ ended_at: new Date(endedAt) }])
    },
  )

  it('refuses external backup reports with a future or invalid time', async () => {
    const environment = { ...process.env, DATABASE_URL: app.databaseUrl, AUTH_SECRET: TEST_SECRET }
    for (const words of [['--at', '2099-01-01T00:00:00Z'], ['--at', 'yesterday'], ['--bytes', '-1'], ['--else']]) {
      await expect(promisify(execFile)(process.execPath, [COMMAND, ...words], { env: environment })).rejects.toThrow(
        /npm run backup:external/u,
      )
    }
  })

  it('stores an external backup report without opening an embedded database that may be in use', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kundig-external-backup-'))
    const { DATABASE_URL: _none, ...environment } = process.env
    await promisify(execFile)(process.execPath, [COMMAND, '--at', '2026-01-31T03:30:00Z'], {
      env: { ...environment, DATA_DIR: folder },
    })
    expect((await readLastBackup(folder))?.endedAt).toBe('2026-01-31T03:30:00.000Z')
    await rm(folder, { recursive: true })
  })
})

it('site health counts background failures, even of servers that have stopped since', async () => {
  const smtpUrl = `smtp://127.0.0.1:${await findFreePort()}`
  const app = await createTestApp({
    operatorsNeedSecondFactor: false,
    mail: { smtpUrl, from: undefined, localPage: false },
  })
  try {
    const viewer = await makeOperator(app, 'viewer', await app.signUp())
    await expect
      .poll(() => app.sql(`SELECT FROM jobs.job WHERE name = 'mail' AND state = 'retry'`), SOON)
      .toHaveLength(1)
    await app.restart()
    const { failures } = await app.must<Health>(viewer, 'GET', '/api/operations/health')
    expect(failures).toMatchObject([{ kind: 'mail', state: 'waits', last_hour: 1, last_day: 1, last_week: 1 }])
  } finally {
    await app.close()
  }
})

const MANY = 40_000

describe('reading the site health', () => {
  let database: TestDatabase
  let recording: RecordingDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    recording = await openRecordingDatabase(database.url)
    const { query } = database.sql
    await query('SET session_replication_role = replica')
    await query('CREATE SCHEMA IF NOT EXISTS jobs')
    await query(
      `INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, due_at, ended_at, outcome)
       SELECT gen_random_uuid(), 'mail', 'request_received', gen_random_uuid(), now() - i * interval '1 second',
         CASE WHEN i % 2 = 0 THEN now() END, CASE WHEN i % 2 = 0 THEN 'sent' END
       FROM generate_series(1, ${MANY}) i`,
    )
    await query(
      `INSERT INTO stripe_events (id, type, created_at, received_at, handled_at)
       SELECT 'evt_' || i, 'x', now(), now() - i * interval '1 second', CASE WHEN i % 2 = 0 THEN now() END
       FROM generate_series(1, ${MANY}) i`,
    )
    await query(
      `INSERT INTO domain_events (kind, subject_id, recipient_id, created_at, handled_at)
       SELECT 'request_received', gen_random_uuid(), gen_random_uuid(), now(), CASE WHEN i % 2 = 0 THEN now() END
       FROM generate_series(1, ${MANY}) i`,
    )
    await query(
      `INSERT INTO connection_requests (id, sender_id, receiver_id, message, status, expires_at, reminders)
       SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'x', 'pending',
         now() - i * interval '1 second', i % 3 FROM generate_series(1, ${MANY}) i`,
    )
    await query(
      `INSERT INTO owed_pushes (subscription_id, delivery_id, due_at)
       SELECT gen_random_uuid(), gen_random_uuid(), now() - i * interval '1 second' FROM generate_series(1, ${MANY}) i`,
    )
    await query(
      `INSERT INTO seller_states (stripe_id, next_read_at)
       SELECT 'acct_' || i, now() + (i - 5000) * interval '1 second' FROM generate_series(1, ${MANY}) i`,
    )
    await query('ANALYZE')
  })
  afterAll(async () => {
    await recording.close()
    await database.drop()
  })

  it('counts a backlog of any size by an index, up to a maximum', async () => {
    const { db } = recording
    const given = { db, paymentChoice: 'simulator' as const }
    const sources = [
      createNotificationBacklogs(given),
      createPaymentModuleBacklogs(given),
      createRequestBacklogs(given),
      createSafetyBacklogs(given),
    ]
    const counts: Record<string, number> = {}
    for (const source of sources) {
      for (const [kind, count] of Object.entries(source)) {
        counts[kind] = (await count()).count
        const { text = '', values } = recording.statements.at(-1) ?? {}
        const [row] = await database.sql.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        )
        for (const node of nodesOf(row?.['QUERY PLAN'][0].Plan)) {
          const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
          expect(read, `${kind}: ${node['Node Type']} of ${node['Relation Name']}`).toBeLessThanOrEqual(
            3 * COUNTED_AT_MOST,
          )
        }
      }
    }
    expect(counts).toMatchObject({
      mails: COUNTED_AT_MOST,
      stripe_events: COUNTED_AT_MOST,
      seller_reads: COUNTED_AT_MOST,
      events: COUNTED_AT_MOST,
      request_ends: COUNTED_AT_MOST,
      owed_pushes: COUNTED_AT_MOST,
      pushes: 0,
    })
  })

  it('queries the database once for many requests within a few seconds', async () => {
    const before = recording.statements.length
    const health = new HealthService({
      db: recording.db,
      backlogs: [
        {
          mails: async () => ({ count: 0, overdueS: null, stuck: 0 }),
          jobs: async () => ({ count: 0, overdueS: null, stuck: 0 }),
        },
      ],
      readLastBackup: async () => null,
      takesPayments: true,
      readBooks: async () => ({
        lookedAt: null,
        differs: false,
        difference: 0,
        unmatchedCharges: 0,
        unknownTypes: 0,
      }),
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => health.read()))
    expect(new Set(answers.map(({ checked_at }) => checked_at)).size).toBe(1)
    // The queries read the servers, the failures, the database with its backup, and all pending decisions together.
    expect(recording.statements.length - before).toBe(5)
  })
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function nodesOf(plan: PlanNode | undefined): PlanNode[] {
  if (!plan) return []
  const below = (plan.Plans ?? []).flatMap(nodesOf)
  return plan['Relation Name'] === undefined ? below : [plan, ...below]
}
