/* oxlint-disable max-lines -- one subject, with one beginning */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import {
  card,
  readChallengeUrl,
  createStripeClient,
  postDecision,
  makeDatabase,
  makeSeller,
  PUBLISHABLE_KEY,
  recipient,
  catchStripeError,
  runStatement,
  startTestSimulator,
} from './test-simulator.ts'
import type { TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator
let seller: string

beforeAll(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url)
  seller = await makeSeller(simulator)
})
afterAll(async () => {
  await simulator.close()
  await database.drop()
})

const EURO = { currency: 'eur', allowed_payment_method_types: ['card'] }

test('twenty concurrent confirmations in two processes make one charge and one transfer', async () => {
  const other = await startTestSimulator(database.url)
  try {
    const { stripe } = simulator
    const intent = await stripe.paymentIntents.create({
      ...EURO,
      amount: 4200,
      transfer_data: { destination: seller },
    })
    const confirming = Array.from({ length: 20 }, (_, place) =>
      (place % 2 === 0 ? simulator : other).stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
      }),
    )
    const ends = await Promise.allSettled(confirming)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends.filter(({ status }) => status === 'rejected')) {
      expect(end).toMatchObject({
        reason: { statusCode: 400, code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } },
      })
    }
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
    const transfers = await stripe.transfers.list({ destination: seller })
    expect(transfers.data.map(({ amount }) => amount)).toEqual([4200])
  } finally {
    await other.close()
  }
})

test('a concurrent confirmation and cancellation have one winner', async () => {
  const { stripe } = simulator
  for (let round = 0; round < 5; round += 1) {
    const { id } = await stripe.paymentIntents.create({ ...EURO, amount: 500 })
    const ends = await Promise.allSettled([
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(id),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { status, latest_charge: charge } = await stripe.paymentIntents.retrieve(id)
    expect(status).toBe(ends[0]?.status === 'fulfilled' ? 'succeeded' : 'canceled')
    expect(charge === null).toBe(status === 'canceled')
  }
})

test('a 3-D Secure page opened before a restart completes the payment after the restart', async () => {
  const first = await startTestSimulator(database.url)
  const intent = await first.stripe.paymentIntents.create({ ...EURO, amount: 500 })
  const asked = await first.stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'https://shop.example/back?order=1',
  })
  expect(asked.next_action?.type).toBe('redirect_to_url')
  const page = new URL(readChallengeUrl(asked))
  await first.close()

  const second = await startTestSimulator(database.url)
  try {
    const here = new URL(page.pathname, second.url).href
    expect((await fetch(here)).status).toBe(200)
    const decided = await postDecision(here, 'pass')
    const back = new URL(decided.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe('https://shop.example/back')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    expect((await second.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  } finally {
    await second.close()
  }
})

test('two answers to one 3-D Secure page charge once', async () => {
  const { stripe } = simulator
  const intent = await stripe.paymentIntents.create({ ...EURO, amount: 500 })
  const asked = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })
  await Promise.all(Array.from({ length: 6 }, () => postDecision(readChallengeUrl(asked), 'pass')))
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
})

describe('payment parameters', () => {
  test.each([
    [49, 'amount_too_small'],
    [100_000_000, 'amount_too_large'],
    [0, 'parameter_invalid_integer'],
    [-5, 'parameter_invalid_integer'],
    [10.5, 'parameter_invalid_integer'],
  ])('%d cents are refused with %s', async (amount, code) => {
    const error = await catchStripeError(simulator.stripe.paymentIntents.create({ ...EURO, amount }))
    expect(error).toMatchObject({ statusCode: 400, code, param: 'amount' })
  })

  test.each([50, 99_999_999])('%d cents are allowed', async (amount) => {
    expect((await simulator.stripe.paymentIntents.create({ ...EURO, amount })).amount).toBe(amount)
  })

  test.each([
    [{ payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported', 'payment_method_types'],
    [{ colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ receipt_email: 'not-an-address' }, undefined, 'receipt_email'],
    [{ transfer_data: { to: 'acct_1' } }, 'parameter_missing', 'transfer_data[destination]'],
    [{ customer: 'cus_missing' }, 'resource_missing', 'customer'],
    [{ transfer_data: { destination: 'acct_missing' } }, 'resource_missing', 'transfer_data[destination]'],
  ])('%o is refused with %s', async (params, code, param) => {
    const error = await catchStripeError(
      simulator.stripe.paymentIntents.create({ ...EURO, amount: 500, ...(params as object) }),
    )
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', code, param })
  })

  test('the error for a missing amount names the parameter', async () => {
    const call = simulator.stripe.paymentIntents.create({ currency: 'eur' } as unknown as {
      amount: 1
      currency: 'eur'
    })
    expect(await catchStripeError(call)).toMatchObject({ statusCode: 400, code: 'parameter_missing', param: 'amount' })
  })

  test('an account that cannot receive transfers is refused as a destination', async () => {
    const { stripe } = simulator
    const { id } = await stripe.v2.core.accounts.create(recipient)
    const call = stripe.paymentIntents.create({ ...EURO, amount: 500, transfer_data: { destination: id } })
    expect(await catchStripeError(call)).toMatchObject({
      statusCode: 400,
      code: 'insufficient_capabilities_for_transfer',
    })
  })

  test('a finished payment cannot be confirmed, changed or cancelled, and the error states its status', async () => {
    const { stripe } = simulator
    const { id } = await stripe.paymentIntents.create({
      ...EURO,
      amount: 500,
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    for (const call of [
      () => stripe.paymentIntents.confirm(id),
      () => stripe.paymentIntents.update(id, { amount: 600 }),
      () => stripe.paymentIntents.cancel(id),
    ]) {
      expect(await catchStripeError(call())).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'succeeded' },
      })
    }
    expect((await stripe.paymentIntents.update(id, { metadata: { note: 'x' } })).metadata).toEqual({ note: 'x' })
  })

  test('a payment without a card cannot be confirmed', async () => {
    const { id } = await simulator.stripe.paymentIntents.create({ ...EURO, amount: 500 })
    expect(await catchStripeError(simulator.stripe.paymentIntents.confirm(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test("another customer's card cannot pay", async () => {
    const { stripe } = simulator
    const [mine, theirs] = await Promise.all([stripe.customers.create(), stripe.customers.create()])
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: theirs.id })
    const { id } = await stripe.paymentIntents.create({ ...EURO, amount: 500, customer: mine.id })
    expect(await catchStripeError(stripe.paymentIntents.confirm(id, { payment_method: method.id }))).toMatchObject({
      statusCode: 400,
      param: 'payment_method',
    })
    expect(await catchStripeError(stripe.paymentMethods.attach(method.id, { customer: mine.id }))).toMatchObject({
      statusCode: 400,
    })
  })

  test('a processing payment cannot be cancelled, and ends as set by the control API', async () => {
    const { stripe, control } = simulator
    for (const [outcome, status] of [
      ['succeed', 'succeeded'],
      ['fail', 'requires_payment_method'],
    ] as const) {
      const { id } = await stripe.paymentIntents.create({ ...EURO, amount: 500 })
      await control(`/payment_intents/${id}/processing`, { at: 'confirm' })
      const confirmed = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
      expect(confirmed.status).toBe('processing')
      expect(await catchStripeError(stripe.paymentIntents.cancel(id))).toMatchObject({
        code: 'payment_intent_unexpected_state',
      })
      await control(`/payment_intents/${id}/${outcome}`)
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status)
    }
  })
})

test('a finished setup cannot be confirmed or cancelled, and the error states its status', async () => {
  const { stripe } = simulator
  const done = await stripe.setupIntents.create({ payment_method: 'pm_card_visa', confirm: true })
  const open = await stripe.setupIntents.create()
  const canceled = await stripe.setupIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  for (const { id, status } of [done, canceled]) {
    for (const call of [() => stripe.setupIntents.confirm(id), () => stripe.setupIntents.cancel(id)]) {
      expect(await catchStripeError(call())).toMatchObject({
        statusCode: 400,
        code: 'setup_intent_unexpected_state',
        setup_intent: { id, status },
      })
    }
  }
})

test('an empty value clears a field, and omitted fields stay', async () => {
  const { stripe } = simulator
  const { id } = await stripe.customers.create({ name: 'A', email: 'a@example.com', metadata: { a: '1', b: '2' } })
  const changed = await stripe.customers.update(id, { name: '', metadata: { a: '', c: '3' } })
  expect(changed).toMatchObject({ name: null, email: 'a@example.com' })
  expect(changed.metadata).toEqual({ b: '2', c: '3' })
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})

  const method = await stripe.paymentMethods.create(card('4242424242424242'))
  const named = await stripe.paymentMethods.update(method.id, {
    billing_details: { name: 'A', address: { city: 'Utrecht' } },
    card: { exp_month: 3 },
  })
  expect(named.billing_details).toMatchObject({ name: 'A', email: null, address: { city: 'Utrecht', line1: null } })
  expect(named.card).toMatchObject({ exp_month: 3, exp_year: 2040 })
})

describe('cards of a customer', () => {
  test('detaching a default card unsets it, and a detached card cannot be used', async () => {
    const { stripe } = simulator
    const { id: customer } = await stripe.customers.create()
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const chosen = await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: method.id },
    })
    expect(chosen.invoice_settings.default_payment_method).toBe(method.id)
    await stripe.paymentMethods.detach(method.id)
    const after = await stripe.customers.retrieve(customer)
    expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } })
    expect(await catchStripeError(stripe.paymentMethods.attach(method.id, { customer }))).toMatchObject({
      statusCode: 400,
    })
    expect(await catchStripeError(stripe.paymentMethods.detach(method.id))).toMatchObject({ statusCode: 400 })
  })

  test('a default card must belong to the customer', async () => {
    const { stripe } = simulator
    const { id: customer } = await stripe.customers.create()
    const method = await stripe.paymentMethods.create(card('4242424242424242'))
    const call = stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
    expect(await catchStripeError(call)).toMatchObject({ statusCode: 400, code: 'resource_missing' })
  })

  test('list pages contain each object once, forwards and backwards', async () => {
    const { stripe } = simulator
    const { id: customer } = await stripe.customers.create()
    const made: string[] = []
    for (let n = 0; n < 7; n += 1) made.push((await stripe.paymentMethods.attach('pm_card_visa', { customer })).id)
    const newestFirst = made.toReversed()

    const walked: string[] = []
    for await (const { id } of stripe.customers.listPaymentMethods(customer, { limit: 3 })) walked.push(id)
    expect(walked).toEqual(newestFirst)

    const first = await stripe.customers.listPaymentMethods(customer, { limit: 3 })
    expect(first).toMatchObject({ object: 'list', has_more: true, url: `/v1/customers/${customer}/payment_methods` })
    const last = await stripe.customers.listPaymentMethods(customer, { limit: 3, starting_after: newestFirst[4] ?? '' })
    expect(last.has_more).toBe(false)
    expect(last.data.map(({ id }) => id)).toEqual(newestFirst.slice(5))
    const back = await stripe.customers.listPaymentMethods(customer, { limit: 3, ending_before: newestFirst[5] ?? '' })
    expect(back.has_more).toBe(true)
    expect(back.data.map(({ id }) => id)).toEqual(newestFirst.slice(2, 5))
    expect(
      await catchStripeError(stripe.customers.listPaymentMethods(customer, { starting_after: 'pm_no' })),
    ).toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    })
  })

  test('a list filtered by customer contains only payments of this customer', async () => {
    const { stripe } = simulator
    const { id: customer } = await stripe.customers.create()
    const mine = await stripe.paymentIntents.create({ ...EURO, amount: 500, customer })
    await stripe.paymentIntents.create({ ...EURO, amount: 500 })
    expect((await stripe.paymentIntents.list({ customer })).data.map(({ id }) => id)).toEqual([mine.id])
  })
})

describe('API keys', () => {
  test('a wrong key gets 401, and a publishable key cannot use server operations', async () => {
    const wrong = createStripeClient(simulator.url, 'sk_test_wrong')
    expect(await catchStripeError(wrong.customers.list())).toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
    })
    const browser = createStripeClient(simulator.url, PUBLISHABLE_KEY)
    expect(await catchStripeError(browser.customers.list())).toMatchObject({
      statusCode: 403,
      type: 'StripePermissionError',
    })
  })

  test('a browser reads an intent only with its secret, without customer and destination', async () => {
    const { stripe, browser } = simulator
    const { id: customer } = await stripe.customers.create()
    const intent = await stripe.paymentIntents.create({
      ...EURO,
      amount: 500,
      customer,
      metadata: { order: '1' },
      transfer_data: { destination: seller },
    })
    expect(await catchStripeError(browser.paymentIntents.retrieve(intent.id))).toMatchObject({ param: 'client_secret' })
    expect(await catchStripeError(browser.paymentIntents.retrieve(intent.id, { client_secret: 'no' }))).toMatchObject({
      statusCode: 400,
      param: 'client_secret',
    })
    const seen = await browser.paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret ?? '' })
    expect(seen).toMatchObject({ id: intent.id, amount: 500, status: 'requires_payment_method' })
    const hidden = ['customer', 'metadata', 'transfer_data', 'amount_received', 'latest_charge']
    for (const name of hidden) expect(seen).not.toHaveProperty(name)
    const error = await catchStripeError(
      browser.paymentIntents.confirm(intent.id, {
        client_secret: intent.client_secret ?? '',
        payment_method: 'pm_card_chargeDeclined',
      } as object),
    )
    expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method' })
    for (const name of hidden) expect(error.payment_intent).not.toHaveProperty(name)
  })

  test('browsers of every origin may send a preflight, and read the answers', async () => {
    const asked = await fetch(`${simulator.url}/v1/payment_methods`, { method: 'OPTIONS' })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/authorization/i)
    const refused = await fetch(`${simulator.url}/v1/payment_methods`, { method: 'POST' })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('request-id')).toMatch(/^req_/)
  })

  test('every answer has a request id and the requested API version', async () => {
    const ids = new Set<string | null>()
    for (let n = 0; n < 3; n += 1) {
      const { headers } = await fetch(`${simulator.url}/v1/customers`, {
        headers: { authorization: 'Bearer sk_test_simulator', 'stripe-version': '2025-01-27.acacia' },
      })
      expect(headers.get('stripe-version')).toBe('2025-01-27.acacia')
      ids.add(headers.get('request-id'))
    }
    expect(ids.size).toBe(3)
    expect([...ids].every((id) => id?.startsWith('req_'))).toBe(true)
  })

  test('a missing object gets 404 in Stripe’s format', async () => {
    const { stripe } = simulator
    expect(await catchStripeError(stripe.customers.retrieve('cus_missing'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    const notYet = await catchStripeError(stripe.topups.retrieve('tu_1'))
    expect(notYet.statusCode).toBe(404)
    expect(notYet.message).toMatch(/^Not supported/)
    expect(await catchStripeError(stripe.rawRequest('GET', '/v1/nothing'))).toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
    })
  })
})

test('ids are expanded into objects on request', async () => {
  const { stripe } = simulator
  const { id: customer } = await stripe.customers.create({ email: 'buyer@example.com' })
  const paid = await stripe.paymentIntents.create({
    ...EURO,
    amount: 500,
    customer,
    payment_method: 'pm_card_visa',
    confirm: true,
    transfer_data: { destination: seller },
    expand: ['customer', 'latest_charge.transfer', 'transfer_data.destination', 'payment_method'],
  })
  expect(paid).toMatchObject({
    customer: { object: 'customer', email: 'buyer@example.com' },
    latest_charge: { object: 'charge', paid: true, transfer: { object: 'transfer', amount: 500, destination: seller } },
    transfer_data: { destination: { object: 'account', id: seller } },
    payment_method: { object: 'payment_method', card: { last4: '4242' } },
  })
  const listed = await stripe.paymentIntents.list({ customer, expand: ['data.customer'] })
  expect(listed.data[0]?.customer).toMatchObject({ object: 'customer' })
  expect(await catchStripeError(stripe.paymentIntents.retrieve(paid.id, { expand: ['colour'] }))).toMatchObject({
    statusCode: 400,
    param: 'expand',
  })
})

test('a stored card has only its brand, last four digits and dates', async () => {
  const { stripe } = simulator
  const method = await stripe.paymentMethods.create(card('4000000000009995'))
  expect(method.card).toMatchObject({ brand: 'visa', last4: '9995', exp_month: 12, exp_year: 2040 })
  const [stored] = await runStatement(
    database.url,
    `SELECT (SELECT coalesce(string_agg(o::text, ''), '') FROM stripe_simulator.objects o) ||
       (SELECT coalesce(string_agg(k::text, ''), '') FROM stripe_simulator.idempotency_keys k) ||
       (SELECT coalesce(string_agg(e::text, ''), '') FROM stripe_simulator.events e) AS everything`,
  )
  const everything = JSON.stringify(stored)
  expect(everything).toContain('9995')
  expect(everything).not.toMatch(/4000000000009995|4242424242424242|cvc\\*":\\*"?\d/)
})
