// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runMoneyFaultTest } from '@kundig/testing/payments/money/money-run'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

/** Number of payments: two for each scenario. `ONLY=money npm run faults` makes a thousand. */
const PAYMENTS = 46

let database: TestDatabase
const servers: ServerChild[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET }
  for (const _ of [1, 2]) servers.push(await startServerChild(settings, ['--simulator']))
}, 120_000)
afterAll(async () => {
  for (const server of servers) {
    server.disconnect()
    await server.kill()
  }
  await database.drop()
})

it(
  'all amounts match Stripe to the cent after one sweep, despite Stripe faults, lost events and killed servers',
  { timeout: 600_000 },
  async () => {
    const { moved, found } = await runMoneyFaultTest({
      count: PAYMENTS,
      rooms: 8,
      kills: 1,
      servers,
      databaseUrl: database.url,
      sql: database.sql.query,
      secret: TEST_SECRET,
    })
    expect(found.filter(([, ids]) => ids.length > 0)).toEqual([])
    expect(moved['charge']).toBeGreaterThanOrEqual(PAYMENTS)
  },
)
