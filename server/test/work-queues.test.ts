import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '@kundig/testing/server/test-app'

import { mailQueue as receiptMailQueue, pendingQueue } from '../src/features/books/receipts/receipt.repository.ts'
import { deliveryQueues } from '../src/features/notifications/deliveries/delivery.repository.ts'
import { pendingPushQueue as owedPushQueue } from '../src/features/notifications/push/pending-push.repository.ts'
import { blockQueue } from '../src/features/payments/attempts/payment-block.repository.ts'
import { holdQueue } from '../src/features/payments/attempts/payment-hold.repository.ts'
import { pairQueue, personQueue } from '../src/features/payments/requests/payment-cancellation.repository.ts'
import { checkQueue, nextStepQueue } from '../src/features/payments/settlement/payment-request.repository.ts'
import { eventQueue } from '../src/features/payments/stripe-events/stripe-event.repository.ts'
import { disputeQueue } from '../src/features/refunds/records/dispute.repository.ts'
import { refundQueue } from '../src/features/refunds/records/refund.repository.ts'
import { outcomeQueue, receiptQueue } from '../src/features/safety/reports/report.repository.ts'
import { mailQueue as statementQueue } from '../src/features/safety/statements/statement.repository.ts'
import { countWaiting } from '../src/platform/database/backlog.ts'
import { type DatabaseConnection, openDatabase } from '../src/platform/database/database.ts'
import type { Queue } from '../src/platform/jobs/drain.ts'
import { createLogger } from '../src/platform/logging/logger.ts'

const ROWS = 60

/** Plain SQL with which the previous release claims the rows of a queue. */
interface Shared {
  key: string
  only?: string
  /** Column that a claim changes; by default the column with the due time. */
  moves?: string
  /** SQL of the required columns of a pending row, by column name. */
  row?: Record<string, string>
}

const share = <Row>(queue: Queue<Row> & Parameters<typeof countWaiting>[2][number], shared: Shared) => ({
  name: queue.name,
  shared,
  claim: async () => (await queue.claim(connection.db)).map((row) => queue.toIds(row)),
  count: () => countWaiting(connection.db, ROWS, [queue]),
})

const shareDeliveries = (channel: 'mail' | 'push') =>
  share(deliveryQueues[channel], {
    key: 'id',
    only: `channel = '${channel}' AND ended_at IS NULL AND (claimed_until IS NULL OR claimed_until <= now())`,
    moves: 'claimed_until',
    row: { channel: `'${channel}'` },
  })

const QUEUES = [
  share(receiptQueue, { key: 'id', only: 'receipt_at IS NULL' }),
  share(outcomeQueue, { key: 'id' }),
  share(statementQueue, { key: 'decision_id', only: 'mailed_at IS NULL' }),
  shareDeliveries('mail'),
  shareDeliveries('push'),
  share(owedPushQueue, { key: 'subscription_id, delivery_id' }),
  share(holdQueue, { key: 'id' }),
  share(blockQueue, { key: 'id' }),
  share(pairQueue, { key: 'one_id, other_id' }),
  share(personQueue, { key: 'person_id' }),
  share(checkQueue, { key: 'id', only: "status = 'pending'" }),
  share(nextStepQueue, { key: 'id', only: "status = 'pending' AND seq IS NOT NULL", row: { seq: 'n' } }),
  share(refundQueue, { key: 'id' }),
  share(disputeQueue, { key: 'id' }),
  share(pendingQueue, { key: 'id' }),
  share(receiptMailQueue, { key: 'receipt_id', only: 'ended_at IS NULL' }),
  share(eventQueue, { key: 'id', only: 'handled_at IS NULL' }),
]

const ANY: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  int4: 'n',
  int8: 'n',
  bool: 'false',
  timestamptz: 'now()',
}

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = openDatabase(database.url, 4, createLogger('silent'))
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** Inserts due rows with only the columns that a claim reads. */
async function addWaiting(table: string, due: string, row: Record<string, string> = {}): Promise<void> {
  const rules = await database.sql.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype IN ('c', 'f')`,
  )
  for (const { name } of rules) await database.sql.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  await database.sql.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  const needed = await database.sql.query<{ name: string; type: string }>(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
     WHERE table_name = '${table}' AND table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL`,
  )
  const values = {
    ...Object.fromEntries(needed.map(({ name, type }) => [name, ANY[type] ?? `no value of ${type}`])),
    ...row,
    [due]: "now() - n * interval '1 second'",
  }
  await database.sql.query(
    `INSERT INTO ${table} (${Object.keys(values).join()}) SELECT ${Object.values(values).join()} FROM generate_series(1, ${ROWS}) n`,
  )
}

describe('pending work of servers of this release and the previous one', () => {
  it.each(QUEUES)(
    'each row is claimed once: $name',
    async ({ name, claim: newer, count, shared: { key, only = 'true', moves, row } }) => {
      const [table = '', due = ''] = name.split('.')
      await database.sql.query(`DELETE FROM ${table}`)
      await addWaiting(table, due, row)
      const all = await database.sql.query<Record<string, string>>(`SELECT ${key} FROM ${table}`)
      expect(await count()).toMatchObject({ count: ROWS, stuck: 0 })
      const claimed: string[] = []
      const older = async (): Promise<Record<string, unknown>[]> =>
        database.sql.query(`
          UPDATE ${table} SET ${moves ?? due} = clock_timestamp() + interval '1 minute' WHERE (${key}) IN (
            SELECT ${key} FROM ${table} WHERE ${only} AND ${due} <= now() ORDER BY ${due} LIMIT 10 FOR UPDATE SKIP LOCKED
          ) RETURNING ${key}`)
      const work = async (claim: typeof newer): Promise<void> => {
        for (let rows = await claim(); rows.length > 0; rows = await claim()) {
          claimed.push(...rows.map((ids) => Object.values(ids).join(' ')))
        }
      }
      await Promise.all([older, newer, older, newer].map(work))
      expect(claimed.toSorted()).toEqual(all.map((ids) => Object.values(ids).join(' ')).toSorted())
    },
  )
})
