import { randomUUID } from 'node:crypto'

import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '@kundig/testing/server/test-app'

let database: TestDatabase
let pool: Pool
let requests: string[]

const PAYMENTS = 50
const CONTENT = JSON.stringify({ lines: [] })

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new Pool({ connectionString: database.url, max: 20 })
  const { query } = database.sql
  const [ann, bob] = [randomUUID(), randomUUID()]
  for (const id of [ann, bob]) {
    await query('INSERT INTO "user" (id, name, email) VALUES ($1, $2, $3)', [id, 'A', `${id}@example.com`])
    await query(
      `INSERT INTO profiles (id, full_name, expertise_category, is_public) VALUES ($1, 'A', 'education', true)`,
      [id],
    )
  }
  const room = randomUUID()
  await query('INSERT INTO chat_rooms (id, participant_ids, last_seq) VALUES ($1, $2, $3)', [
    room,
    [ann, bob].toSorted(),
    PAYMENTS + 20,
  ])
  for (const id of [ann, bob]) await query('INSERT INTO room_members (room_id, user_id) VALUES ($1, $2)', [room, id])
  const rows = await query<{ id: string }>(
    `WITH said AS (
       INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
       SELECT $1, n, $2, gen_random_uuid(), 'Pay', now(), now() FROM generate_series(1, $4::int) AS n RETURNING seq
     ) INSERT INTO payment_requests (room_id, seq, client_id, seller_id, buyer_id, amount, currency, description,
         stripe_payment_intent_id, stripe_connect_account_id)
       SELECT $1, seq, gen_random_uuid(), $2, $3, 1000, 'eur', '', 'pi_' || seq, 'acct' FROM said RETURNING id`,
    [room, ann, bob, PAYMENTS + 20],
  )
  requests = rows.map(({ id }) => id)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const INSERT = `INSERT INTO receipts (series, kind, payment_request_id, is_test, amount, currency, content, happened_at)
  VALUES ($1, 'payment', $2, false, 1000, 'eur', $3, now())`
const next = (): string => requests.pop() ?? ''
const numbersOf = async (series: string): Promise<number[]> =>
  (
    await database.sql.query<{ number: number }>('SELECT number FROM receipts WHERE series = $1 ORDER BY number', [
      series,
    ])
  ).map(({ number }) => number)

async function settle(id: string, series: string, end: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`UPDATE payment_requests SET status = 'completed' WHERE id = $1`, [id])
    await client.query(INSERT, [series, id, CONTENT])
    await client.query(end)
  } finally {
    client.release()
  }
}

describe('receipt numbers', () => {
  it('have no gaps or duplicates under concurrent settlements and rollbacks', async () => {
    const all = Array.from({ length: PAYMENTS }, next)
    await Promise.all(all.map((id, index) => settle(id, 'A2026', index % 4 === 1 ? 'ROLLBACK' : 'COMMIT')))
    const committed = PAYMENTS - Math.floor((PAYMENTS + 2) / 4)
    expect(await numbersOf('A2026')).toEqual(Array.from({ length: committed }, (_, index) => index + 1))
    const rolledBack = all.filter((_, index) => index % 4 === 1)
    await Promise.all(rolledBack.map((id) => settle(id, 'A2026', 'COMMIT')))
    expect(await numbersOf('A2026')).toEqual(Array.from({ length: PAYMENTS }, (_, index) => index + 1))
    expect(await database.sql.query('SELECT 1 FROM receipts_owed')).toEqual([])
  })

  it('are assigned by the database, which ignores a given number', async () => {
    const id = next()
    await database.sql.query(`UPDATE payment_requests SET status = 'completed' WHERE id = $1`, [id])
    await database.sql.query(
      `INSERT INTO receipts (series, number, kind, payment_request_id, is_test, amount, currency, content, happened_at)
       VALUES ('B2026', 99, 'payment', $1, false, 1000, 'eur', $2, now())`,
      [id, CONTENT],
    )
    expect(await numbersOf('B2026')).toEqual([1])
  })

  it('cannot be skipped, reduced or started at another number', async () => {
    const { query } = database.sql
    await settle(next(), 'C2026', 'COMMIT')
    for (const statement of [
      `UPDATE receipt_series SET last_number = 7 WHERE series = 'C2026'`,
      `UPDATE receipt_series SET last_number = 0 WHERE series = 'C2026'`,
      `UPDATE receipt_series SET last_number = 2 WHERE series = 'C2026'`,
      `DELETE FROM receipt_series WHERE series = 'C2026'`,
      `INSERT INTO receipt_series VALUES ('D2026', 5)`,
      `INSERT INTO receipt_series VALUES ('D2026', 1)`,
    ])
      await expect(query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/u) as unknown })
    await settle(next(), 'C2026', 'COMMIT')
    expect(await numbersOf('C2026')).toEqual([1, 2])
  })
})

describe('an issued receipt', () => {
  it('can be neither changed nor removed', async () => {
    const { query } = database.sql
    await settle(next(), 'E2026', 'COMMIT')
    for (const statement of [
      `UPDATE receipts SET amount = 1 WHERE series = 'E2026'`,
      `UPDATE receipts SET content = '{}' WHERE series = 'E2026'`,
      `DELETE FROM receipts WHERE series = 'E2026'`,
      'TRUNCATE receipts, receipt_mails',
    ])
      await expect(query(statement)).rejects.toMatchObject({ code: '23514', constraint: 'receipts_kept' })
  })

  it('requires a paid request, and exists once for each payment', async () => {
    const { query } = database.sql
    const [pending, paid] = [next(), next()]
    await expect(query(INSERT, ['F2026', pending, CONTENT])).rejects.toMatchObject({ constraint: 'receipts_of_money' })
    await settle(paid, 'F2026', 'COMMIT')
    await expect(query(INSERT, ['F2026', paid, CONTENT])).rejects.toMatchObject({
      constraint: 'receipts_one_for_payment',
    })
    expect(await numbersOf('F2026')).toEqual([1])
  })
})

describe('a settlement without a receipt', () => {
  it('adds a pending receipt in the same transaction', async () => {
    const { query } = database.sql
    const id = next()
    await query(`UPDATE payment_requests SET status = 'completed' WHERE id = $1`, [id])
    const refunds = await query<{ id: string }>(
      `INSERT INTO refunds (payment_request_id, amount, made_by, status, stripe_refund_id, from_seller, with_fee)
       VALUES ($1, 400, 'stripe', 'succeeded', 're_1', true, false) RETURNING id`,
      [id],
    )
    expect(await query('SELECT id, kind FROM receipts_owed WHERE payment_request_id = $1 ORDER BY kind', [id])).toEqual(
      [
        { id, kind: 'payment' },
        { id: refunds[0]?.id, kind: 'refund' },
      ],
    )
  })
})

describe('tables about money', () => {
  it('lose no rows by deletions in other tables', async () => {
    const rows = await database.sql.query<{ name: string }>(
      `SELECT conrelid::regclass || ' ' || conname AS name FROM pg_constraint
       WHERE contype = 'f' AND confdeltype NOT IN ('r', 'a') AND conrelid::regclass::text IN (
         'payment_requests', 'refunds', 'refund_requests', 'payment_attempts', 'disputes', 'early_fraud_warnings', 'users',
         'payouts', 'receipts', 'receipt_series', 'receipts_owed', 'receipt_mails', 'stripe_links', 'seller_states')`,
    )
    expect(rows).toEqual([])
  })
})
