import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import {
  makeDatabase,
  recipient,
  catchStripeError,
  SNAPSHOT_SECRET,
  startInbox,
  startTestSimulator,
  THIN_SECRET,
} from './test-simulator.ts'
import type { Inbox, TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator
let inbox: Inbox

beforeEach(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  inbox = await startInbox()
  simulator = await startTestSimulator(database.url, inbox)
})
afterEach(async () => {
  await simulator.close()
  await inbox.close()
  await database.drop()
})

const typesAt = (path: string): string[] =>
  inbox.received
    .filter((received) => received.path === path)
    .map(({ body }) => (JSON.parse(body) as { type: string }).type)

const untilReceived = (path: string, count: number) =>
  expect.poll(() => typesAt(path).length, { interval: 20 }).toBeGreaterThanOrEqual(count)

async function pay(): Promise<Stripe.Response<Stripe.PaymentIntent>> {
  return simulator.stripe.paymentIntents.create({
    amount: 500,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
}

describe('snapshot events', () => {
  test('announce a payment with its state at that time, and a signature that the SDK accepts', async () => {
    const intent = await pay()
    await untilReceived('/snapshot', 3)
    const events = inbox.received.map(({ body, headers }) =>
      simulator.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', SNAPSHOT_SECRET),
    )
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
    const created = events.find(({ type }) => type === 'payment_intent.created')
    expect(created?.data.object).toMatchObject({ id: intent.id, status: 'requires_confirmation' })
    const succeeded = events.find(({ type }) => type === 'payment_intent.succeeded')
    expect(succeeded).toMatchObject({ livemode: false, api_version: '2026-10-28.endive' })
    expect(succeeded?.data.object).toMatchObject({ id: intent.id, status: 'succeeded', amount_received: 500 })
    expect(succeeded?.request).toMatchObject({ id: intent.lastResponse.requestId })

    const stored = await simulator.stripe.events.retrieve(succeeded?.id ?? '')
    expect(stored).toMatchObject({ type: 'payment_intent.succeeded' })
    const listed = await simulator.stripe.events.list({ types: ['charge.succeeded', 'payment_intent.created'] })
    expect(listed.data.map(({ type }) => type)).toEqual(['charge.succeeded', 'payment_intent.created'])
    const at = succeeded?.created ?? 0
    const within = async (range: Stripe.RangeQueryParam) =>
      (await simulator.stripe.events.list({ created: range, types: ['payment_intent.succeeded'] })).data.map(
        ({ id }) => id,
      )
    expect(await within({ gte: at, lte: at })).toEqual([succeeded?.id])
    expect(await within({ gt: at })).toEqual([])
    expect(await within({ lt: at })).toEqual([])
  })

  test('fail verification with a changed body or another secret', async () => {
    await pay()
    await untilReceived('/snapshot', 1)
    const [received] = inbox.received
    const { webhooks } = simulator.stripe
    const signature = received?.headers['stripe-signature'] ?? ''
    const body = received?.body ?? ''
    expect(() => webhooks.constructEvent(body.replace('500', '5'), signature, SNAPSHOT_SECRET)).toThrow(/signature/i)
    expect(() => webhooks.constructEvent(body, signature, THIN_SECRET)).toThrow(/signature/i)
  })

  test('are not sent for refused or undone operations', async () => {
    const { stripe } = simulator
    // The request creates the payment before its card is refused, so the payment is rolled back.
    await catchStripeError(
      stripe.paymentIntents.create({
        amount: 500,
        currency: 'eur',
        confirm: true,
        payment_method_data: { type: 'card', card: { number: '4111111111111111', exp_month: 12, exp_year: 2040 } },
      } as object as Stripe.PaymentIntentCreateParams),
    )
    await simulator.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', status: 503 })
    await catchStripeError(pay())
    expect((await stripe.events.list()).data).toEqual([])
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })

  test('are sent for every outcome of a payment and of a setup', async () => {
    const { stripe, control } = simulator
    const { id: customer } = await stripe.customers.create()
    await catchStripeError(
      stripe.paymentIntents.create({
        amount: 500,
        currency: 'eur',
        payment_method: 'pm_card_chargeDeclined',
        confirm: true,
      }),
    )
    await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa', confirm: true })
    await catchStripeError(stripe.setupIntents.create({ payment_method: 'pm_card_chargeDeclined', confirm: true }))
    const asked = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
    })
    await stripe.paymentIntents.cancel(asked.id)
    const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'eur' })
    await control(`/payment_intents/${id}/processing`)
    const known = new Set((await stripe.events.list({ limit: 100 })).data.map(({ type }) => type))
    expect([...known]).toEqual(
      expect.arrayContaining([
        'charge.failed',
        'payment_intent.canceled',
        'payment_intent.payment_failed',
        'payment_intent.processing',
        'payment_intent.requires_action',
        'payment_method.attached',
        'setup_intent.setup_failed',
        'setup_intent.succeeded',
      ]),
    )
  })
})

describe('thin events', () => {
  test('thin events link to their account, and the SDK accepts their signature', async () => {
    const { stripe, control } = simulator
    const { id } = await stripe.v2.core.accounts.create(recipient)
    await control(`/accounts/${id}/capability`, { status: 'active' })
    await untilReceived('/thin', 3)
    const notifications = inbox.received
      .filter(({ path }) => path === '/thin')
      .map(({ body, headers }) => stripe.parseEventNotification(body, headers['stripe-signature'] ?? '', THIN_SECRET))
    expect(notifications.map(({ type }) => type).toSorted()).toEqual([
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account[requirements].updated',
    ])
    for (const { body } of inbox.received.filter(({ path }) => path === '/thin')) {
      expect(JSON.parse(body)).not.toHaveProperty('data')
    }
    const capabilities = notifications.filter(
      ({ type }) => type === 'v2.core.account[configuration.recipient].capability_status_updated',
    )
    const events = await Promise.all(capabilities.map((listed) => stripe.v2.core.events.retrieve(listed.id)))
    for (const capability of ['payouts', 'stripe_transfers']) {
      expect(events).toContainEqual(
        expect.objectContaining({
          data: { updated_capability: `stripe_balance.${capability}` },
          related_object: expect.objectContaining({ id, type: 'v2.core.account' }) as unknown,
        }),
      )
    }
    expect(await fetchedRelated(capabilities[0])).toMatchObject({ object: 'v2.core.account', id })
    const listed = await stripe.v2.core.events.list({ object_id: id, limit: 1 })
    expect(listed.data).toHaveLength(1)
    await untilReceived('/snapshot', 1)
    expect(typesAt('/snapshot')).toEqual(['account.updated'])
  })
})

async function fetchedRelated(notification: object | undefined): Promise<unknown> {
  return (notification as { fetchRelatedObject: () => Promise<unknown> }).fetchRelatedObject()
}

describe('webhook deliveries', () => {
  test('webhooks to a failing endpoint are retried with growing delays until accepted', async () => {
    inbox.answer(500)
    await simulator.stripe.customers.create()
    await untilReceived('/snapshot', 2)
    expect((await simulator.stripe.events.list()).data[0]?.pending_webhooks).toBe(1)
    inbox.answer(200)
    // The pauses between attempts have become long, so the test advances the clock.
    await simulator.control('/clock/advance', { ms: 60 * 60 * 1000 })
    await expect.poll(async () => (await simulator.stripe.events.list()).data[0]?.pending_webhooks).toBe(0)
    const count = inbox.received.length
    await simulator.control('/clock/advance', { ms: 60 * 60 * 1000 })
    await simulator.stripe.customers.create()
    await untilReceived('/snapshot', count + 1)
    expect(new Set(inbox.received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(2)
    expect(inbox.received).toHaveLength(count + 1)
  })

  test('webhooks pending at a stop are delivered after the next start', async () => {
    const { port } = new URL(inbox.url)
    await inbox.close()
    const intent = await pay()
    await simulator.close()

    inbox = await startInbox(Number(port))
    simulator = await startTestSimulator(database.url, inbox)
    await simulator.control('/clock/advance', { ms: 60_000 })
    await untilReceived('/snapshot', 3)
    const delivered = inbox.received.map(
      ({ body }) => JSON.parse(body) as { type: string; data: { object: { id: string } } },
    )
    expect(delivered.find(({ type }) => type === 'payment_intent.succeeded')?.data.object.id).toBe(intent.id)
  })

  test('keep events for thirty days, and longer while an endpoint has not received them', async () => {
    const { stripe, control } = simulator
    await stripe.customers.create()
    // A delivery counts as received only after its answer.
    await expect.poll(async () => (await stripe.events.list()).data[0]?.pending_webhooks).toBe(0)
    await control('/webhooks/pause')
    await stripe.setupIntents.create()
    await control('/clock/advance', { ms: 31 * 24 * 60 * 60 * 1000 })
    const later = await startTestSimulator(database.url)
    await later.close()
    expect((await stripe.events.list()).data.map(({ type }) => type)).toEqual(['setup_intent.created'])
  })

  test('two processes on one database deliver each event once', async () => {
    const other = await startTestSimulator(database.url, inbox)
    try {
      await Promise.all(
        Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? simulator : other).stripe.customers.create()),
      )
      await untilReceived('/snapshot', 30)
      await expect
        .poll(async () =>
          (await simulator.stripe.events.list({ limit: 100 })).data.map((event) => event.pending_webhooks),
        )
        .toEqual(Array.from({ length: 30 }, () => 0))
      expect(inbox.received).toHaveLength(30)
    } finally {
      await other.close()
    }
  })

  test('wait while paused, and can arrive in reverse order', async () => {
    await simulator.control('/webhooks/pause')
    await pay()
    expect(await simulator.control('/webhooks/resume', { order: 'newest_first' })).toEqual({ sent: 3 })
    expect(typesAt('/snapshot')).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'])
    await simulator.stripe.customers.create()
    await untilReceived('/snapshot', 4)
  })

  test('can be dropped, repeated, delayed and resent', async () => {
    const { stripe, control } = simulator
    await control('/webhooks/rules', { type_prefix: 'payment_intent.created', action: 'drop' })
    await control('/webhooks/rules', { type_prefix: 'charge.', action: 'duplicate', copies: 3 })
    await control('/webhooks/rules', { type_prefix: 'payment_intent.succeeded', action: 'delay', ms: 60_000 })
    await pay()
    await untilReceived('/snapshot', 3)
    expect(typesAt('/snapshot')).toEqual(Array.from({ length: 3 }, () => 'charge.succeeded'))
    await control('/clock/advance', { ms: 60_000 })
    await untilReceived('/snapshot', 4)
    expect(typesAt('/snapshot').at(-1)).toBe('payment_intent.succeeded')
    const [dropped] = (await stripe.events.list({ type: 'payment_intent.created' })).data
    await control(`/events/${dropped?.id ?? ''}/redeliver`)
    await untilReceived('/snapshot', 5)
    expect(typesAt('/snapshot').at(-1)).toBe('payment_intent.created')
  })
})
