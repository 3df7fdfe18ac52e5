// @module-tag slow
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import {
  openPaymentEnvironment,
  type PaymentEnvironment,
  type PaymentMessage,
} from '@kundig/testing/payments/payment-environment'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

/** Timeout of a server's start (ms). */
const PATIENCE = { timeout: 60_000 }

let database: TestDatabase
let server: ServerChild
let environment: PaymentEnvironment

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startServerChild({ DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET }, ['--simulator'])
  // This simulator keeps running with Stripe's state while the server is dead.
  environment = await openPaymentEnvironment(server, { databaseUrl: database.url, sql: database.sql.query })
}, 120_000)
afterEach(() => server.disconnect())
afterAll(async () => {
  await server.kill()
  await environment.close()
  await database.drop()
})

const stored = (message: PaymentMessage) =>
  database.sql.query(
    'SELECT amount, status, made_by, stripe_refund_id IS NOT NULL AS is_sent FROM refunds WHERE payment_request_id = $1',
    [message.payment_request_id],
  )
const atStripe = async (message: PaymentMessage) => {
  const { intent } = await environment.stored(message)
  const { data } = await environment.stripe.refunds.list({ payment_intent: intent })
  return data.map(({ amount }) => amount)
}
const SENT = [{ amount: 500, status: 'succeeded', made_by: 'seller', is_sent: true }]

/** Makes the payment's refunds due, and restarts the server, which continues unfinished refunds. */
async function startLater(message: PaymentMessage): Promise<void> {
  await database.sql.query('UPDATE refunds SET check_at = now() WHERE payment_request_id = $1', [
    message.payment_request_id,
  ])
  await server.start()
}

it(
  'a refund is made once, at the next start, after a kill between the commit and the call to Stripe',
  { timeout: 120_000 },
  async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/refunds', mode: 'drop', times: 1000 })
    const asking = environment.refund(deal.seller, message).catch(() => undefined)
    await expect.poll(() => stored(message), PATIENCE).toHaveLength(1)
    await server.kill()
    await asking
    expect(await stored(message)).toMatchObject([{ status: 'pending', is_sent: false }])
    expect(await atStripe(message)).toEqual([])
    await environment.control('/faults/clear')
    await startLater(message)
    await expect.poll(() => stored(message), PATIENCE).toEqual(SENT)
    expect(await atStripe(message)).toEqual([500])
    expect((await server.page(deal.buyer, deal.room.id)).items).toMatchObject([
      { refunds: [{ status: 'succeeded' }] },
      { refund_event: { step: 'refunded' } },
    ])
  },
)

it(
  'a refund is found and not repeated after a kill between Stripe’s answer and its record, with every webhook lost',
  { timeout: 120_000 },
  async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    for (const type_prefix of ['refund.', 'charge.refunded']) {
      await environment.control('/webhooks/rules', { type_prefix, action: 'drop', times: 10 })
    }
    await environment.control('/faults', {
      method: 'POST',
      path_prefix: '/v1/refunds',
      mode: 'delay_answer',
      ms: 30_000,
    })
    const asking = environment.refund(deal.seller, message).catch(() => undefined)
    await expect.poll(() => atStripe(message), PATIENCE).toEqual([500])
    await server.kill()
    await asking
    expect(await stored(message)).toMatchObject([{ status: 'pending', is_sent: false }])
    await database.sql.query(`DELETE FROM stripe_simulator.idempotency_keys WHERE key LIKE 'refund:%'`)
    await startLater(message)
    await expect.poll(() => stored(message), PATIENCE).toEqual(SENT)
    expect(await atStripe(message)).toEqual([500])
  },
)
