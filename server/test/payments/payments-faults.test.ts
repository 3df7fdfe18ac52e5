// @module-tag slow
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openSql, type Sql } from '@kundig/testing/database/test-database'
import {
  type Deal,
  openPaymentEnvironment,
  type PaymentMessage,
  type PaymentEnvironment,
  payWithRetries,
} from '@kundig/testing/payments/payment-environment'
import { type Answer, createClient, type Failure } from '@kundig/testing/people/test-client'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import {
  createTestApp,
  createTestDatabase,
  TEST_SECRET,
  type TestApp,
  type TestDatabase,
} from '@kundig/testing/server/test-app'

import { startApp } from '../../src/app.ts'
import { findFreePort } from '../../src/platform/http/free-port.ts'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Number of simulated faults of Stripe. Each fault affects one to four calls. */
const DISTURBANCES = 60

/** Timeout for a server's start, and a webhook's retries (ms). */
const PATIENCE = { timeout: 60_000 }

/** Locks a row, so that other transactions that change the row wait. */
async function hold(url: string, table: 'payment_requests' | 'chat_rooms', id: string): Promise<Sql> {
  const other = await openSql(url)
  await other.query('BEGIN')
  await other.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [id])
  return other
}
const waiting = async (sql: Sql['query']): Promise<number> =>
  (await sql(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)).length
/** Waits until no statement runs, because PostgreSQL notices a killed server only later. */
const untilOver = (sql: Sql['query']): Promise<void> =>
  expect
    .poll(
      () =>
        sql(`SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND state IN ('active', 'idle in transaction')`),
      PATIENCE,
    )
    .toEqual([])
/** Counts the connections that wait for a lock. Returns 0 until Stripe has created the room's intent. */
const waitingWithIntent = async (sql: Sql['query'], roomId: string): Promise<number> =>
  (await intentsOf(sql, roomId)).length === 1 ? waiting(sql) : 0

const intentsOf = (sql: Sql['query'], roomId: string) =>
  sql<{ id: string; status: string }>(
    `SELECT id, data->>'status' AS status FROM stripe_simulator.objects
     WHERE kind = 'payment_intent' AND data->'metadata'->>'room_id' = $1`,
    [roomId],
  )

describe('kill -9 of the server', () => {
  let database: TestDatabase
  let server: ServerChild
  let environment: PaymentEnvironment
  let sql: Sql['query']

  beforeAll(async () => {
    database = await createTestDatabase()
    ;({ query: sql } = database.sql)
    server = await startServerChild({ DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET }, ['--simulator'])
    // This simulator keeps running with Stripe's state while the server is dead.
    environment = await openPaymentEnvironment(server, { databaseUrl: database.url, sql })
  }, 120_000)
  afterEach(() => server.disconnect())
  afterAll(async () => {
    await server.kill()
    await environment.close()
    await database.drop()
  })

  /** Pays at Stripe, and kills the server after it has read the payment and before it commits. */
  async function killBeforeCommit(deal: Deal, message: PaymentMessage, act: () => Promise<unknown>): Promise<void> {
    const lock = await hold(database.url, 'payment_requests', message.payment_request_id)
    const acting = act().catch(() => undefined)
    await expect.poll(() => waiting(sql), PATIENCE).toBeGreaterThan(0)
    await server.kill()
    await lock.query('ROLLBACK')
    await lock.close()
    await acting
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
    expect(deal.room.id).toBe(message.room_id)
  }

  it(
    'after a kill between Stripe’s success and our commit, the webhook completes the request, with one charge',
    { timeout: 120_000 },
    async () => {
      const deal = await environment.deal()
      const message = await environment.asked(deal)
      const { body } = await environment.secret(deal.buyer, message)
      await killBeforeCommit(deal, message, async () => {
        await environment.confirm(body.clientSecret)
        await environment.claim(deal.buyer, message, 'completed')
      })
      await server.start()
      await expect.poll(async () => (await environment.stored(message)).status, PATIENCE).toBe('completed')
      expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
      expect((await server.page(deal.seller, deal.room.id)).items).toMatchObject([
        { id: message.id, status: 'completed' },
      ])
    },
  )

  it(
    'after a kill between Stripe’s success and our commit, without webhooks, the next start completes the request',
    { timeout: 120_000 },
    async () => {
      const deal = await environment.deal()
      const message = await environment.asked(deal)
      const { body } = await environment.secret(deal.buyer, message)
      await environment.control('/webhooks/rules', { type_prefix: 'payment_intent.succeeded', action: 'drop' })
      await killBeforeCommit(deal, message, async () => {
        await environment.confirm(body.clientSecret)
        await environment.claim(deal.buyer, message, 'completed')
      })
      await untilOver(sql)
      await sql('UPDATE payment_requests SET check_at = now() WHERE id = $1', [message.payment_request_id])
      await server.start()
      await expect.poll(async () => (await environment.stored(message)).status, PATIENCE).toBe('completed')
      expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
    },
  )

  it(
    'after a kill between cancellation and our commit, the abandoned request is rejected and not charged',
    { timeout: 120_000 },
    async () => {
      const deal = await environment.deal()
      const message = await environment.asked(deal)
      const { body } = await environment.secret(deal.buyer, message)
      await environment.control('/webhooks/rules', { type_prefix: 'payment_intent.canceled', action: 'drop' })
      const lock = await hold(database.url, 'payment_requests', message.payment_request_id)
      // Abandoning a payment first writes its next check time. This write waits for the lock: nothing is cancelled yet.
      const givingUp = environment.claim(deal.buyer, message, 'rejected').catch(() => undefined)
      await expect.poll(() => waiting(sql), PATIENCE).toBeGreaterThan(0)
      await environment.stripe.paymentIntents.cancel((await environment.stored(message)).intent)
      await server.kill()
      await lock.query('ROLLBACK')
      await lock.close()
      await givingUp
      await untilOver(sql)
      await sql('UPDATE payment_requests SET check_at = now() WHERE id = $1', [message.payment_request_id])
      await server.start()
      await expect.poll(async () => (await environment.stored(message)).status, PATIENCE).toBe('rejected')
      expect((await environment.confirm(body.clientSecret)).status).toBe(400)
      expect(await environment.charges(message)).toEqual({ count: 0, cents: 0 })
    },
  )

  async function killWhileAsking(): Promise<{ deal: Deal; client_id: string }> {
    const deal = await environment.deal()
    const client_id = randomUUID()
    const lock = await hold(database.url, 'chat_rooms', deal.room.id)
    const asking = environment.ask(deal.seller, deal.room.id, { client_id }).catch(() => undefined)
    await expect.poll(() => waitingWithIntent(sql, deal.room.id), PATIENCE).toBeGreaterThan(0)
    await server.kill()
    await lock.query('ROLLBACK')
    await lock.close()
    await asking
    return { deal, client_id }
  }

  it(
    'after a kill between the intent and its message, a retry continues with the same intent',
    { timeout: 120_000 },
    async () => {
      const { deal, client_id } = await killWhileAsking()
      await server.start()
      expect((await server.page(deal.buyer, deal.room.id)).items).toEqual([])
      const message = await environment.asked(deal, { client_id })
      expect(await intentsOf(sql, deal.room.id)).toEqual([
        { id: (await environment.stored(message)).intent, status: 'requires_payment_method' },
      ])
      expect((await server.page(deal.buyer, deal.room.id)).items).toEqual([message])
    },
  )

  it(
    'after a kill between the intent and its message, without a retry, the reconciliation deletes the request',
    { timeout: 120_000 },
    async () => {
      const { deal } = await killWhileAsking()
      await untilOver(sql)
      await sql('UPDATE payment_requests SET check_at = now() WHERE room_id = $1', [deal.room.id])
      await server.start()
      await expect
        .poll(() => sql('SELECT 1 FROM payment_requests WHERE room_id = $1', [deal.room.id]), PATIENCE)
        .toEqual([])
      expect((await intentsOf(sql, deal.room.id)).map(({ status }) => status)).toEqual(['canceled'])
      expect((await server.page(deal.buyer, deal.room.id)).items).toEqual([])
    },
  )
})

describe('calls to Stripe', () => {
  let app: TestApp
  let environment: PaymentEnvironment

  beforeAll(async () => {
    app = await createTestApp({ payments: 'simulator', paymentReconcileMs: 100 })
    environment = await openPaymentEnvironment(app, { databaseUrl: app.databaseUrl, sql: app.sql })
  })
  afterAll(async () => {
    await environment.close()
    await app.close()
  })
  beforeEach(async () => {
    await environment.control('/faults/clear')
    await environment.control('/webhooks/resume')
  })

  it(
    'charge each of 60 payments exactly once, despite 500s, cut connections, timeouts and retries',
    { timeout: 240_000, tags: 'waverer' },
    async () => {
      const deals: Deal[] = []
      for (const _ of upTo(4)) deals.push(await environment.deal())
      await environment.control('/webhooks/pause')
      const isOver = new AbortController()
      const modes = ['refuse', 'drop', 'drop_answer'] as const
      const disturbing = (async () => {
        // The delays exceed the SDK's timeout.
        for (const mode of ['delay_answer', 'slow'] as const) {
          await environment.control('/faults', { method: 'POST', path_prefix: '/v1/payment_intents', mode, ms: 11_000 })
        }
        for (let at = 0; at < DISTURBANCES && !isOver.signal.aborted; at++) {
          // The SDK's retries hide up to two failures. A third failure reaches our code.
          const fault = { path_prefix: '/v1/payment_intents', mode: modes[at % modes.length], times: 1 + (at % 4) }
          await environment.control('/faults', fault)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      })()

      let failures = 0
      const onRefusal = ({ body }: Answer<unknown>): void => {
        const { code } = body as Failure
        // On a busy machine, the server may also return UNAVAILABLE.
        expect(['PROVIDER_UNAVAILABLE', 'UNAVAILABLE']).toContain(code)
        if (code === 'PROVIDER_UNAVAILABLE') failures++
      }
      const paying = Promise.all(
        deals.flatMap((deal, of) =>
          upTo(15).map(async (n) => {
            const amount = `${of + 1}.${String(n).padStart(2, '0')}`
            const { message, claimed } = await payWithRetries(environment, deal, amount, onRefusal)
            expect(claimed).toBe(200)
            return { deal, message, cents: (of + 1) * 100 + n }
          }),
        ),
      )
      await paying.catch(() => undefined)
      isOver.abort()
      await disturbing
      const payments = await paying
      expect(failures).toBeGreaterThan(0)
      for (const { message, cents } of payments) {
        expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
        expect(await environment.charges(message)).toEqual({ count: 1, cents })
      }
      for (const deal of deals) {
        expect(await intentsOf(app.sql, deal.room.id)).toHaveLength(15)
        const { items } = await app.page(deal.buyer, deal.room.id)
        expect(items.map(({ status }) => status)).toEqual(Array<string>(15).fill('completed'))
      }
    },
  )

  it('check each request from only one of several servers at a time', async () => {
    const deal = await environment.deal()
    const messages = await Promise.all(upTo(30).map(() => environment.asked(deal)))
    const others = await Promise.all(
      upTo(2).map(async () => startApp({ ...app.settings, port: await findFreePort(), paymentReconcileMs: 150 })),
    )
    try {
      const ids = messages.map((message) => message.payment_request_id)
      await app.sql('UPDATE payment_requests SET check_at = now() WHERE id = ANY ($1)', [ids])
      const checks = async () =>
        (
          await app.sql<{ checks: number; is_due: boolean }>(
            'SELECT checks, check_at <= now() AS is_due FROM payment_requests WHERE id = ANY ($1)',
            [ids],
          )
        ).map((row) => row)
      await expect.poll(checks).toEqual(ids.map(() => ({ checks: 1, is_due: false })))
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(await checks()).toEqual(ids.map(() => ({ checks: 1, is_due: false })))
    } finally {
      await Promise.all(others.map((other) => other.close()))
    }
  })

  it('create one intent and one message when two servers receive the same request concurrently', async () => {
    const deal = await environment.deal()
    const other = await startApp({ ...app.settings, port: await findFreePort() })
    try {
      const client_id = randomUUID()
      const path = `/api/chat-rooms/${deal.room.id}/payment-requests`
      const elsewhere = createClient(other.url.replace('localhost', '127.0.0.1'))
      const answers = await Promise.all(
        upTo(20).map((n) =>
          (n % 2 === 0 ? app : elsewhere).api<PaymentMessage>(deal.seller, 'POST', path, {
            client_id,
            amount: '12.50',
          }),
        ),
      )
      const { items } = await app.page(deal.buyer, deal.room.id)
      expect(items).toHaveLength(1)
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: items[0] })
      expect(await intentsOf(app.sql, deal.room.id)).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  it('keep an abandoned request in the database until Stripe cancels its intent', async () => {
    const deal = await environment.deal()
    await environment.control('/faults', {
      method: 'POST',
      path_prefix: '/v1/payment_intents',
      mode: 'drop_answer',
      times: 3,
    })
    expect((await environment.ask(deal.seller, deal.room.id)).status).toBe(503)
    const rows = () =>
      app.sql<{ checks: number }>('SELECT checks FROM payment_requests WHERE room_id = $1', [deal.room.id])
    expect(await rows()).toEqual([{ checks: 0 }])
    const [made] = await intentsOf(app.sql, deal.room.id)
    // The simulator stores the refusal under the SDK's idempotency key, so retries get the same answer.
    await environment.control('/faults', { path_prefix: `/v1/payment_intents/${made?.id}/cancel`, mode: 'refuse' })
    await app.sql('UPDATE payment_requests SET check_at = now() WHERE room_id = $1', [deal.room.id])
    await expect.poll(rows).toEqual([{ checks: 1 }])
    await expect
      .poll(() => app.sql('SELECT 1 FROM stripe_simulator.faults WHERE remaining > 0'), { timeout: 20_000 })
      .toEqual([])
    expect((await intentsOf(app.sql, deal.room.id)).map(({ status }) => status)).toEqual(['requires_payment_method'])
    await app.sql('UPDATE payment_requests SET check_at = now() WHERE room_id = $1', [deal.room.id])
    await expect.poll(rows, { timeout: 20_000 }).toEqual([])
    expect((await intentsOf(app.sql, deal.room.id)).map(({ status }) => status)).toEqual(['canceled'])
  })

  it('cancel the intent of an attempt that is too old to continue, and create another intent for the retry', async () => {
    const deal = await environment.deal()
    const client_id = randomUUID()
    await environment.control('/faults', {
      method: 'POST',
      path_prefix: '/v1/payment_intents',
      mode: 'drop_answer',
      times: 3,
    })
    expect((await environment.ask(deal.seller, deal.room.id, { client_id })).status).toBe(503)
    await app.sql("UPDATE payment_requests SET created_at = now() - interval '11 minutes' WHERE room_id = $1", [
      deal.room.id,
    ])
    const message = await environment.asked(deal, { client_id })
    const { intent } = await environment.stored(message)
    const intents = await intentsOf(app.sql, deal.room.id)
    expect(new Map(intents.map(({ id, status }) => [id === intent, status]))).toEqual(
      new Map([
        [false, 'canceled'],
        [true, 'requires_payment_method'],
      ]),
    )
  })
})
