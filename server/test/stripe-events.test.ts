import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRecordingDatabase, type RecordingDatabase } from '@kundig/testing/database/recording-database'
import { createTestApp, createTestDatabase, type TestDatabase } from '@kundig/testing/server/test-app'

import { forgetOld } from '../src/features/payments/stripe-events/stripe-event.repository.ts'

const DAY_MS = 86_400_000

/** Events that came so many days ago; some were never handled. */
const addEvents = (sql: TestDatabase['sql']['query'], count: number, daysAgo: number) =>
  sql(
    `INSERT INTO stripe_events (id, type, object_id, created_at, received_at, handled_at)
     SELECT format('evt_%s_%s', $2::float8, n), 'payment_intent.succeeded', 'pi_' || n, at, at,
       CASE WHEN n % 10 > 0 THEN at END
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT now() - $2::float8 * interval '1 day' AS at)`,
    [count, daysAgo],
  )

describe('what Stripe told', () => {
  it('is kept for 35 days, and forgotten then, however much it is', async () => {
    const app = await createTestApp({ paymentReconcileMs: 50 })
    try {
      await addEvents(app.sql, 3, 34.9)
      await addEvents(app.sql, 2500, 35.1)
      const left = async () =>
        app.sql(`SELECT split_part(id, '_', 2) AS "daysAgo", count(*)::int FROM stripe_events GROUP BY 1`)
      await expect.poll(left).toEqual([{ daysAgo: '34.9', count: 3 }])
    } finally {
      await app.close()
    }
  })
})

describe('forgetting it', () => {
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

  it('begins with the oldest, takes a bounded number at a time, and finds them without reading the others', async () => {
    expect(await forgetOld(recording.db, 20, 35 * DAY_MS)).toBe(20)
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

  it('leaves to another server what that one is forgetting, and waits for nobody', async () => {
    await database.sql.query('BEGIN')
    await database.sql.query(`SELECT FROM stripe_events WHERE id IN ('evt_40_25', 'evt_40_24', 'evt_40_23') FOR UPDATE`)
    expect(await forgetOld(recording.db, 20, 35 * DAY_MS)).toBe(7)
    await database.sql.query('ROLLBACK')
    expect(await forgetOld(recording.db, 20, 35 * DAY_MS)).toBe(3)
    expect(await forgetOld(recording.db, 20, 35 * DAY_MS)).toBe(0)
    expect(await counts()).toEqual([{ daysAgo: '10', count: 30_000 }])
  })
})
