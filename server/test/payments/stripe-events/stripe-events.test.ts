import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRecordingDatabase, type RecordingDatabase } from '@kundig/testing/database/recording-database'
import { createTestApp, createTestDatabase, type TestDatabase } from '@kundig/testing/server/test-app'

import { deleteOldStripeEvents } from '../../../src/features/payments/stripe-events/stripe-event.repository.ts'

const DAY_MS = 86_400_000

const addEvents = (sql: TestDatabase['sql']['query'], count: number, daysAgo: number, unhandledEach = count + 1) =>
  sql(
    `INSERT INTO stripe_events (id, type, object_id, created_at, received_at, handled_at, next_try_at)
     SELECT format('evt_%s_%s', $2::float8, n), 'payment_intent.succeeded', 'pi_' || n, at, at,
       CASE WHEN n % $3::int > 0 THEN at END, at
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT now() - $2::float8 * interval '1 day' AS at)`,
    [count, daysAgo, unhandledEach],
  )

describe('stored Stripe events', () => {
  it('are deleted after 35 days, in any number, and handled before if still pending', async () => {
    const app = await createTestApp({ paymentReconcileMs: 150 })
    try {
      await addEvents(app.sql, 3, 34.9)
      await addEvents(app.sql, 2500, 35.1, 10)
      const left = async () =>
        app.sql(`SELECT split_part(id, '_', 2) AS "daysAgo", count(*)::int FROM stripe_events GROUP BY 1`)
      await expect.poll(left).toEqual([{ daysAgo: '34.9', count: 3 }])
    } finally {
      await app.close()
    }
  })
})

describe('a pending Stripe event', () => {
  it('is handled although many earlier and later events always fail', async () => {
    const app = await createTestApp({ payments: 'simulator', paymentReconcileMs: 150 })
    try {
      const person = await app.signUp()
      const account = 'acct_always_fails'
      await app.sql(
        `INSERT INTO users (id, stripe_connect_account_id) VALUES ($1, $2)
        ON CONFLICT (id) DO UPDATE SET stripe_connect_account_id = $2`,
        [person.id, account],
      )
      await app.sql(
        `INSERT INTO stripe_simulator.faults (method, path_prefix, mode, status, ms, remaining)
         VALUES ('GET', $1, 'refuse', 400, 0, 1000000)`,
        [`/v2/core/accounts/${account}`],
      )
      const add = (id: string, objectId: string, minutesAgo: number) =>
        app.sql(
          `INSERT INTO stripe_events (id, type, object_id, created_at, received_at, next_try_at)
           SELECT $1 || n, $2, $3, at, at, at FROM generate_series(1, 25) n,
             LATERAL (SELECT now() - $4::int * interval '1 minute' - n * interval '1 second' AS at)`,
          [id, objectId.startsWith('acct_') ? 'account.updated' : 'payment_intent.succeeded', objectId, minutesAgo],
        )
      // Adds more than one batch of failing events, both older and newer than the good events.
      await add('evt_poisoned_', account, 60)
      await add('evt_poisoned_late_', account, 10)
      await add('evt_good_', 'pi_unknown', 30)
      const left = (like: string) =>
        app.sql<{ tries: number; waits: number }>(
          `SELECT tries, round(extract(epoch FROM next_try_at - now()) / 60)::int AS waits FROM stripe_events
           WHERE id LIKE $1 AND handled_at IS NULL`,
          [`${like}%`],
        )
      await expect.poll(() => left('evt_good_')).toEqual([])
      await expect.poll(async () => (await left('evt_poisoned_')).every(({ tries }) => tries === 1)).toBe(true)
      expect(new Set((await left('evt_poisoned_')).map(({ waits }) => waits))).toEqual(new Set([1]))
      // Retries never end, and each delay is twice the previous delay.
      await app.sql(`UPDATE stripe_events SET tries = 5, next_try_at = now() WHERE id = 'evt_poisoned_1'`)
      await expect.poll(async () => (await left('evt_poisoned_1')).map(({ tries }) => tries)).toContain(6)
      expect((await left('evt_poisoned_1')).find(({ tries }) => tries === 6)).toEqual({ tries: 6, waits: 32 })
      await app.sql('DELETE FROM stripe_simulator.faults')
      await app.sql('UPDATE stripe_events SET next_try_at = now() WHERE handled_at IS NULL')
      await expect.poll(() => left('evt_poisoned_')).toEqual([])
    } finally {
      await app.close()
    }
  })
})

describe('deleting old events', () => {
  let database: TestDatabase
  let recording: RecordingDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    recording = await openRecordingDatabase(database.url)
    await addEvents(database.sql.query, 30_000, 10)
    await addEvents(database.sql.query, 25, 40)
    await addEvents(database.sql.query, 5, 50)
    await database.sql.query('ANALYZE stripe_events')
  })
  afterAll(async () => {
    await recording.close()
    await database.drop()
  })

  const counts = async () =>
    database.sql.query<{ daysAgo: string; count: number }>(
      `SELECT split_part(id, '_', 2) AS "daysAgo", count(*)::int FROM stripe_events GROUP BY 1 ORDER BY 1`,
    )

  it('starts with the oldest, in bounded batches along an index', async () => {
    expect(await deleteOldStripeEvents(recording.db, 20, 35 * DAY_MS)).toBe(20)
    expect(await counts()).toEqual([
      { daysAgo: '10', count: 30_000 },
      { daysAgo: '40', count: 10 },
    ])
    const { text = '', values } = recording.statements.at(-1) ?? {}
    const plan = await database.sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(lines).toContain('stripe_events_oldest')
    expect(lines).not.toContain('Seq Scan')
  })

  it('skips rows that another server is deleting, without waiting', async () => {
    await database.sql.query('BEGIN')
    await database.sql.query(`SELECT FROM stripe_events WHERE id IN ('evt_40_25', 'evt_40_24', 'evt_40_23') FOR UPDATE`)
    expect(await deleteOldStripeEvents(recording.db, 20, 35 * DAY_MS)).toBe(7)
    await database.sql.query('ROLLBACK')
    expect(await deleteOldStripeEvents(recording.db, 20, 35 * DAY_MS)).toBe(3)
    expect(await deleteOldStripeEvents(recording.db, 20, 35 * DAY_MS)).toBe(0)
    expect(await counts()).toEqual([{ daysAgo: '10', count: 30_000 }])
  })

  it('keeps pending events of any age', async () => {
    await addEvents(database.sql.query, 3, 60, 1)
    expect(await deleteOldStripeEvents(recording.db, 20, 35 * DAY_MS)).toBe(0)
    expect(await counts()).toContainEqual({ daysAgo: '60', count: 3 })
  })
})
