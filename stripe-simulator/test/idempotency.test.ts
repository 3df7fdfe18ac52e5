import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'

import { card, makeDatabase, catchStripeError, runStatement, startTestSimulator } from './test-simulator.ts'
import type { TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator

beforeAll(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url)
})
afterEach(() => simulator.control('/wipe'))
afterAll(async () => {
  await simulator.close()
  await database.drop()
})

const untilUnderWay = () =>
  expect
    .poll(
      () =>
        runStatement(
          database.url,
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
             AND state_change < clock_timestamp() - interval '150 ms'`,
        ),
      { interval: 20 },
    )
    .toHaveLength(1)

const DAY_MS = 24 * 60 * 60 * 1000

test('a repeated request with the same key and parameters runs once, and is marked as a replay', async () => {
  const { stripe } = simulator
  const params = { email: 'buyer@example.com', metadata: { a: '1', b: '2' } }
  const first = await stripe.customers.create(params, { idempotencyKey: 'once' })
  const second = await stripe.customers.create(
    { metadata: { b: '2', a: '1' }, email: params.email },
    { idempotencyKey: 'once' },
  )
  expect(second.id).toBe(first.id)
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
  expect(second.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
  })
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('a key with other parameters or for another operation is refused', async () => {
  const { stripe } = simulator
  const options = { idempotencyKey: 'other' }
  await stripe.customers.create({ email: 'one@example.com' }, options)
  for (const call of [
    () => stripe.customers.create({ email: 'two@example.com' }, options),
    () => stripe.setupIntents.create({}, options),
  ]) {
    expect(await catchStripeError(call())).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  }
})

test('a retry of a declined request replays the decline, and creates no second charge', async () => {
  const { stripe } = simulator
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'eur' })
  const confirm = () =>
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'declined' })
  const first = await catchStripeError(confirm())
  const second = await catchStripeError(confirm())
  expect(first).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(second).toMatchObject({ statusCode: 402, code: 'card_declined', charge: first.charge })
  expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('a refused parameter and a server error are replayed, but an overload is not', async () => {
  const { stripe, control } = simulator
  const create = (key: string, amount = 500) =>
    stripe.paymentIntents.create({ amount, currency: 'eur' }, { idempotencyKey: key })
  await catchStripeError(create('small', 1))
  expect((await catchStripeError(create('small', 1))).headers).toMatchObject({ 'idempotent-replayed': 'true' })

  await control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', status: 500 })
  expect(await catchStripeError(create('broken'))).toMatchObject({ statusCode: 500 })
  expect(await catchStripeError(create('broken'))).toMatchObject({ statusCode: 500 })

  await control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', status: 429 })
  expect(await catchStripeError(create('busy'))).toMatchObject({ statusCode: 429, type: 'StripeRateLimitError' })
  expect((await create('busy')).status).toBe('requires_payment_method')
})

test('a key that is in use in any process is refused', { tags: 'slow' }, async () => {
  const other = await startTestSimulator(database.url)
  try {
    const { stripe, control } = simulator
    await control('/faults', { path_prefix: '/v1/customers', mode: 'slow', ms: 3000 })
    const options = { idempotencyKey: 'under way' }
    const slow = stripe.customers.create({}, options)
    await untilUnderWay()
    expect(await catchStripeError(other.stripe.customers.create({}, options))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    const { id } = await slow
    expect((await other.stripe.customers.create({}, options)).id).toBe(id)
  } finally {
    await other.close()
  }
})

test('work interrupted by a lost database has no effect, and its key can be used again', { tags: 'slow' }, async () => {
  const other = await startTestSimulator(database.url)
  try {
    await simulator.control('/faults', { path_prefix: '/v1/customers', mode: 'slow', ms: 2000 })
    const options = { idempotencyKey: 'broken off' }
    const lost = catchStripeError(other.stripe.customers.create({}, options))
    await untilUnderWay()
    await runStatement(
      database.url,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    )
    const made = await simulator.stripe.customers.create({}, options)
    expect(await lost).toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
    expect((await other.stripe.customers.list()).data.map(({ id }) => id)).toEqual([made.id])
  } finally {
    await other.close()
  }
})

test('a stopping simulator answers current requests before it ends', async () => {
  const other = await startTestSimulator(database.url)
  let answered = Promise.resolve('')
  try {
    await simulator.control('/faults', { path_prefix: '/v1/customers', mode: 'slow', ms: 1000 })
    answered = other.stripe.customers.create({}).then(({ id }) => id)
    await untilUnderWay()
  } finally {
    await other.close()
  }
  expect(await answered).toMatch(/^cus_/)
})

test('an SDK that retries after a lost answer charges once', async () => {
  const { stripe, control } = simulator
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'eur' })
  await control('/faults', { path_prefix: '/v1/payment_intents', mode: 'drop_answer', times: 2 })
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { maxNetworkRetries: 2 })
  expect(paid.status).toBe('succeeded')
  expect(paid.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('keys survive a restart, and expire after a day', async () => {
  const { stripe, control } = simulator
  const options = { idempotencyKey: 'kept' }
  const { id } = await stripe.paymentMethods.create(card('4242424242424242'), options)
  const later = await startTestSimulator(database.url)
  try {
    expect((await later.stripe.paymentMethods.create(card('4242424242424242'), options)).id).toBe(id)
  } finally {
    await later.close()
  }
  await control('/clock/advance', { ms: DAY_MS + 1000 })
  expect((await stripe.paymentMethods.create(card('4242424242424242'), options)).id).not.toBe(id)
})
