import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { toStoredId } from '../src/core/stored-id.ts'
import { startStripeSimulator } from '../src/simulator.ts'
import {
  card,
  createStripeClient,
  makeDatabase,
  makeSeller,
  PUBLISHABLE_KEY,
  catchStripeError,
  SECRET_KEY,
  startInbox,
  startTestSimulator,
} from './test-simulator.ts'
import type { TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator

beforeEach(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url)
})
afterEach(async () => {
  await simulator.close()
  await database.drop()
})

test('the control API requires the secret key', async () => {
  for (const authorization of ['', `Bearer ${PUBLISHABLE_KEY}`, 'Bearer sk_test_wrong']) {
    const { status } = await fetch(`${simulator.url}/control/wipe`, { method: 'POST', headers: { authorization } })
    expect([401, 403]).toContain(status)
  }
})

test('a fault applies only to matching requests, the set number of times', async () => {
  const { stripe, control } = simulator
  await control('/faults', { method: 'POST', path_prefix: '/v1/customers', mode: 'refuse', status: 500, times: 2 })
  await stripe.customers.list()
  await stripe.setupIntents.create()
  expect(await catchStripeError(stripe.customers.create())).toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
  expect(await catchStripeError(stripe.customers.create())).toMatchObject({ statusCode: 500 })
  expect((await stripe.customers.create()).object).toBe('customer')
  await control('/faults', { path_prefix: '/', mode: 'refuse', times: 100 })
  await control('/faults/clear')
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('a request dropped before its execution has no effect; a request dropped afterwards has its effect', async () => {
  const { url, stripe, control } = simulator
  const post = (email: string) =>
    fetch(`${url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams({ email }),
    })
  await control('/faults', { path_prefix: '/v1/customers', mode: 'drop' })
  await expect(post('before@example.com')).rejects.toThrow('fetch failed')
  await control('/faults', { path_prefix: '/v1/customers', mode: 'drop_answer' })
  await expect(post('after@example.com')).rejects.toThrow('fetch failed')
  expect((await stripe.customers.list()).data.map(({ email }) => email)).toEqual(['after@example.com'])
})

test('a delayed answer arrives after the events of its request', async () => {
  await simulator.close()
  const inbox = await startInbox()
  simulator = await startTestSimulator(database.url, inbox)
  await simulator.control('/faults', { path_prefix: '/v1/customers', mode: 'hold_answer' })
  const order: string[] = []
  const call = simulator.stripe.customers.create().finally(() => order.push('answer'))
  await expect.poll(() => inbox.received.length, { interval: 20 }).toBe(1)
  order.push('event')
  await simulator.control('/faults/clear')
  await call
  expect(order).toEqual(['event', 'answer'])
  await inbox.close()
})

test('the wipe command deletes all data, and resets the clock', async () => {
  const { stripe, control } = simulator
  const { created } = await stripe.customers.create()
  await control('/clock/advance', { ms: 86_400_000 })
  expect((await stripe.customers.create()).created).toBeGreaterThanOrEqual(created + 86_400)
  await control('/wipe')
  expect((await stripe.customers.list()).data).toEqual([])
  expect((await stripe.events.list()).data).toEqual([])
  expect((await stripe.customers.create()).created).toBeLessThan(created + 86_400)
})

test('the simulator listens on this machine only', async () => {
  const start = startStripeSimulator({
    databaseUrl: database.url,
    host: '0.0.0.0',
    port: 0,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhooks: [],
  })
  await expect(start).rejects.toThrow('this machine only')
})

test('the log contains no keys, client secrets or cards', async () => {
  const lines: string[] = []
  const logged = await startTestSimulator(database.url, undefined, {
    log: (line, text) => lines.push(`${text} ${JSON.stringify(line)}`),
  })
  const browser = createStripeClient(logged.url, PUBLISHABLE_KEY)
  const intent = await logged.stripe.paymentIntents.create({ amount: 500, currency: 'eur' })
  const secret = intent.client_secret ?? ''
  await browser.paymentIntents.retrieve(intent.id, { client_secret: secret })
  await browser.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 1, exp_year: 2040, cvc: '987' },
  })
  await logged.close()
  expect(lines.length).toBeGreaterThanOrEqual(3)
  const all = lines.join('\n')
  for (const hidden of [SECRET_KEY, PUBLISHABLE_KEY, secret, '4242424242424242']) expect(all).not.toContain(hidden)
})

test('payments made while settlement is paused get their transfer and fee afterwards', async () => {
  const { stripe, control } = simulator
  const seller = await makeSeller(simulator)
  await control('/charges/settling', { waits: true })
  const { latest_charge: id } = await stripe.paymentIntents.create({
    amount: 3500,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    application_fee_amount: 175,
    transfer_data: { destination: seller },
  })
  const charge = () => stripe.charges.retrieve(toStoredId(id))
  const paid = await charge()
  expect(paid).toMatchObject({ status: 'succeeded', application_fee: null, balance_transaction: null })
  expect(paid.transfer).toBeUndefined()
  expect(await control('/charges/settling', { waits: false })).toEqual({ waits: false, settled: 1 })
  const { transfer, application_fee: fee, balance_transaction: entry } = await charge()
  expect(await stripe.transfers.retrieve(toStoredId(transfer))).toMatchObject({ amount: 3500, destination: seller })
  expect(await stripe.applicationFees.retrieve(toStoredId(fee))).toMatchObject({ amount: 175 })
  expect(await stripe.balanceTransactions.retrieve(toStoredId(entry))).toMatchObject({ amount: 3500, type: 'charge' })
  expect((await stripe.events.list({ type: 'charge.updated' })).data).toHaveLength(1)
})

test('a saved card is declined as expired once its month is over on the simulator’s clock', async () => {
  const { stripe, browser, control } = simulator
  const { id: customer, created } = await stripe.customers.create()
  const { id: method, card: saved } = await browser.paymentMethods.create(card('4242424242424242'))
  await stripe.paymentMethods.attach(method, { customer })
  const pay = () =>
    stripe.paymentIntents.create({ amount: 500, currency: 'eur', customer, payment_method: method, confirm: true })
  const overAt = Date.UTC(saved?.exp_year ?? 0, saved?.exp_month ?? 0)
  await control('/clock/advance', { ms: overAt - created * 1000 - 60_000 })
  expect((await pay()).status).toBe('succeeded')
  await control('/clock/advance', { ms: 120_000 })
  expect(await catchStripeError(pay())).toMatchObject({ statusCode: 402, code: 'expired_card' })
})
