import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { READY_CARDS } from '@kundig/testing/payments/cards'
import { openPaymentEnvironment, type PaymentEnvironment } from '@kundig/testing/payments/payment-environment'
import { testDeals } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Tab } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

let app: TestApp
let environment: PaymentEnvironment
const it = testDeals(() => environment)
let logged = ''

beforeAll(async () => {
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += chunk.toString()
      done()
    },
  })
  app = await createTestApp({ payments: 'simulator', logger: pino({ level: 'trace', base: null }, destination) })
  environment = await openPaymentEnvironment(app, { databaseUrl: app.databaseUrl, sql: app.sql })
  // These tests pause Stripe's events, so the server must read from Stripe. webhooks.test.ts tests the events.
  await environment.control('/webhooks/pause')
})
afterAll(async () => {
  await environment.close()
  await app.close()
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const listUpdates = (tab: Tab, { id }: Message) =>
  tab.listEvents('message.updated').filter((message) => message.id === id)

it('disables Stripe’s own receipt mail, because the site sends one', async ({ deal }) => {
  await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [deal.buyer.id])
  const message = await environment.asked(deal)
  await environment.pay(deal, message)
  expect((await environment.claim(deal.buyer, message, 'completed')).body.status).toBe('completed')
  expect((await environment.findIntent(message)).receipt_email).toBe(null)
})

describe('paying', () => {
  // spec 1.12, 4.19, 4.22, 4.23, 7.42
  it('completes the request and its message together, live for both people', async ({ deal, message }) => {
    const before = await app.getRoom(deal.seller, deal.room.id)
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    expect((await environment.pay(deal, message)).status).toBe('succeeded')
    const { status, body } = await environment.claim(deal.buyer, message, 'completed')
    expect({ status, body }).toMatchObject({ status: 200, body: { id: message.id, status: 'completed' } })
    expect(body.updated_at > message.updated_at).toBe(true)
    for (const tab of tabs) {
      await expect.poll(() => tab.listEvents('message.updated')).toEqual([body])
      await expect.poll(() => tab.listEvents('room.updated').map(({ id }) => id)).toEqual([deal.room.id])
    }
    expect((await app.getRoom(deal.seller, deal.room.id)).updated_at > before.updated_at).toBe(true)
    expect(await environment.request(deal.seller, message)).toMatchObject({ status: 'completed' })
    expect((await app.page(deal.seller, deal.room.id)).items).toEqual([body])
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
  })

  // spec 4.22
  it('changes nothing when a later write of its transaction fails, and completes on the retry', async ({
    deal,
    message,
  }) => {
    const before = await app.getRoom(deal.seller, deal.room.id)
    const tab = await app.live(deal.seller)
    await environment.pay(deal, message)
    await app.sql(`ALTER TABLE chat_rooms ADD CONSTRAINT broken CHECK (id <> '${deal.room.id}') NOT VALID`)
    expect((await environment.claim(deal.buyer, message, 'completed')).status).toBe(500)
    await app.sql('ALTER TABLE chat_rooms DROP CONSTRAINT broken')
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
    expect((await app.page(deal.buyer, deal.room.id)).items).toEqual([message])
    expect((await app.getRoom(deal.seller, deal.room.id)).updated_at).toBe(before.updated_at)
    expect(listUpdates(tab, message)).toEqual([])
    const { body } = await environment.claim(deal.buyer, message, 'completed')
    expect(body.status).toBe('completed')
    await expect.poll(() => listUpdates(tab, message)).toEqual([body])
    expect((await app.getRoom(deal.seller, deal.room.id)).updated_at > before.updated_at).toBe(true)
  })

  it('updates the payment message in a tab that was offline during the payment', async ({ deal, message }) => {
    await environment.pay(deal, message)
    await environment.claim(deal.buyer, message, 'completed')
    const held = [{ room_id: deal.room.id, last_seq: message.seq, change_seq: 0 }]
    expect((await app.resume(deal.seller, held)).rooms).toMatchObject([
      { messages: [], changed: [{ id: message.id, status: 'completed', change_seq: 1 }], change_seq: 1 },
    ])
  })

  // spec 4.22
  it('makes one charge and one status change from twenty concurrent payments and claims', async ({ deal, message }) => {
    const tab = await app.live(deal.seller)
    const { body } = await environment.secret(deal.buyer, message)
    await Promise.all(upTo(20).map(() => environment.confirm(body.clientSecret)))
    const claims = await Promise.all(upTo(20).map(() => environment.claim(deal.buyer, message, 'completed')))
    expect(claims.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status, body: answer } of claims) {
      expect(status === 200 ? answer.status : (answer as unknown as { code: string }).code).toBe(
        status === 200 ? 'completed' : 'PAYMENT_DECIDED',
      )
    }
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
    await app.send(deal.buyer, deal.room.id, 'Paid')
    await expect.poll(() => tab.listEvents('message.created').length).toBe(1)
    expect(listUpdates(tab, message)).toHaveLength(1)
  })

  it('leaves the request pending when the buyer only claims to have paid', async ({ deal, message }) => {
    expect(await environment.claim(deal.buyer, message, 'completed')).toMatchObject({ status: 200, body: message })
    await environment.secret(deal.buyer, message)
    expect(await environment.claim(deal.buyer, message, 'completed')).toMatchObject({ status: 200, body: message })
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
  })

  it.each([
    ['amount', { amount: 150 }],
    ['currency', { currency: 'usd' }],
    ['customer', {}],
    ['request that it is for', { metadata: { payment_request_id: randomUUID() } }],
  ])('is never completed with a different %s at Stripe, and the client secret is refused', async (name, change) => {
    const deal = await environment.deal()
    const message = await environment.asked(deal)
    const { body } = await environment.secret(deal.buyer, message)
    const customer = name === 'customer' ? { customer: (await environment.stripe.customers.create({})).id } : {}
    await environment.stripe.paymentIntents.update((await environment.stored(message)).intent, {
      ...change,
      ...customer,
    })
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe('502 PAYMENT_FAILED')
    expect((await environment.confirm(body.clientSecret)).intent?.status).toBe('succeeded')
    expect((await environment.claim(deal.buyer, message, 'completed')).body.status).toBe('pending')
    expect((await environment.claim(deal.buyer, message, 'rejected')).body.status).toBe('pending')
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe('502 PAYMENT_FAILED')
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
    expect(logged).toContain('succeeded payment differs from its request')
  })

  it('leaves the request pending after a declined card; another card then completes it', async ({ deal, message }) => {
    expect((await environment.pay(deal, message, READY_CARDS.declined)).status).toBe('requires_payment_method')
    expect((await environment.claim(deal.buyer, message, 'completed')).body.status).toBe('pending')
    expect((await environment.pay(deal, message)).status).toBe('succeeded')
    expect((await environment.claim(deal.buyer, message, 'completed')).body.status).toBe('completed')
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
  })

  it('supports 3-D Secure, and is recorded even if the room is closed during the challenge', async ({
    deal,
    message,
  }) => {
    const tab = await app.live(deal.seller)
    const intent = await environment.pay(deal, message, READY_CARDS.asksFor3dSecure)
    expect(intent.status).toBe('requires_action')
    await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    const closed = await app.getRoom(deal.buyer, deal.room.id)
    await environment.decide3dSecure(intent, 'pass')
    expect((await environment.claim(deal.buyer, message, 'completed')).body.status).toBe('completed')
    await expect.poll(() => tab.listEvents('room.updated').length).toBe(2)
    const now = await app.getRoom(deal.buyer, deal.room.id)
    expect(now).toMatchObject({ status: 'closed', closed_at: closed.closed_at })
    expect(now.updated_at > closed.updated_at).toBe(true)
  })

  it('detects an earlier unnoticed payment when the buyer tries to pay', async ({ deal, message }) => {
    await environment.pay(deal, message)
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe('409 PAYMENT_DECIDED')
    expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
  })

  it('is refused after the intent was cancelled at Stripe', async ({ deal, message }) => {
    await environment.stripe.paymentIntents.cancel((await environment.stored(message)).intent)
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe('409 PAYMENT_DECIDED')
    expect(await environment.stored(message)).toMatchObject({ status: 'rejected', ended_by: 'failed' })
  })

  it('is refused, like new requests, when the seller can no longer be paid', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    await environment.control(`/accounts/${await environment.findAccount(deal.seller)}/capability`, {
      status: 'restricted',
    })
    await app.must(deal.seller, 'POST', '/api/payments/account/refresh')
    const refused = '403 SELLER_NOT_SET_UP'
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(refused)
    expect(toOutcome(await environment.ask(deal.seller, deal.room.id))).toBe(refused)
  })

  it('creates no message for a seller whose restriction is known only to Stripe', async () => {
    const deal = await environment.ownDeal()
    await environment.control(`/accounts/${await environment.findAccount(deal.seller)}/capability`, {
      status: 'restricted',
    })
    expect(toOutcome(await environment.ask(deal.seller, deal.room.id))).toBe('403 SELLER_NOT_SET_UP')
    expect((await app.page(deal.buyer, deal.room.id)).items).toEqual([])
  })

  it('answers “unavailable” and changes nothing while Stripe is unreachable', async ({ deal, message }) => {
    await environment.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', times: 9 })
    const unavailable = '503 PROVIDER_UNAVAILABLE'
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(unavailable)
    expect(toOutcome(await environment.claim(deal.buyer, message, 'completed'))).toBe(unavailable)
    expect(toOutcome(await environment.claim(deal.buyer, message, 'rejected'))).toBe(unavailable)
    await environment.control('/faults/clear')
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
  })
})

describe('abandoning a payment', () => {
  // spec 4.20, 7.26
  it('cancels the intent first, then rejects the request, so that it can no longer be paid', async ({
    deal,
    message,
  }) => {
    const { body } = await environment.secret(deal.buyer, message)
    expect((await environment.claim(deal.buyer, message, 'rejected')).body).toMatchObject({
      status: 'rejected',
      ended_by: 'failed',
    })
    expect((await environment.confirm(body.clientSecret)).status).toBe(400)
    expect(await environment.findIntent(message)).toMatchObject({ status: 'canceled', amount_received: 0 })
    const decided = '409 PAYMENT_DECIDED'
    expect(toOutcome(await environment.claim(deal.buyer, message, 'completed'))).toBe(decided)
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(decided)
  })

  it('completes the request when the money has already arrived', async ({ deal, message }) => {
    await environment.pay(deal, message)
    expect((await environment.claim(deal.buyer, message, 'rejected')).body.status).toBe('completed')
  })

  // spec 4.27
  it('leaves the request pending while the payment is processing', async ({ deal, message }) => {
    const { intent } = await environment.stored(message)
    await environment.control(`/payment_intents/${intent}/processing`, { at: 'confirm' })
    expect((await environment.pay(deal, message)).status).toBe('processing')
    expect((await environment.claim(deal.buyer, message, 'rejected')).body.status).toBe('pending')
    await environment.control(`/payment_intents/${intent}/succeed`)
    expect((await environment.claim(deal.buyer, message, 'rejected')).body.status).toBe('completed')
  })

  it('leaves the request in the same state as at Stripe when payment and abandonment are concurrent', async () => {
    for (const _ of upTo(6)) {
      const deal = await environment.deal()
      const message = await environment.asked(deal)
      const { body } = await environment.secret(deal.buyer, message)
      await Promise.all([environment.confirm(body.clientSecret), environment.claim(deal.buyer, message, 'rejected')])
      const { count } = await environment.charges(message)
      await environment.claim(deal.buyer, message, 'completed')
      expect(await environment.stored(message)).toMatchObject({ status: count === 1 ? 'completed' : 'rejected' })
    }
  })
})

describe('a claim', () => {
  // spec 4.21, 4.24, 4.25, 6.23, 7.26, 8.58, 8.59, 8.60, 8.61, 8.62, 8.63, 8.64, 8.65, 8.66
  it('is validated in the order of the specification: room, request, buyer, pending, message', async ({ deal }) => {
    const stranger = await app.profiled()
    const elsewhere = await app.room(deal.buyer, await app.profiled())
    const message = await environment.asked(deal)
    const codeOf = async (...claim: Parameters<PaymentEnvironment['claim']>): Promise<unknown> =>
      (await environment.claim(...claim)).body
    const wrong = { message_id: `${deal.room.id}.99` }
    expect(await codeOf(null, message, 'completed')).toMatchObject({ code: 'NO_SESSION' })
    expect(await codeOf(deal.buyer, message, 'completed', { room_id: randomUUID(), ...wrong })).toMatchObject({
      code: 'ROOM_NOT_FOUND',
    })
    expect(await codeOf(stranger, message, 'completed', wrong)).toMatchObject({ code: 'ROOM_NOT_FOUND' })
    expect(await codeOf(deal.buyer, message, 'completed', { room_id: elsewhere.id, ...wrong })).toMatchObject({
      code: 'PAYMENT_REQUEST_NOT_FOUND',
    })
    const unknown = { ...message, payment_request_id: randomUUID() }
    expect(await codeOf(deal.buyer, unknown, 'completed')).toMatchObject({ code: 'PAYMENT_REQUEST_NOT_FOUND' })
    expect(await codeOf(deal.seller, message, 'completed', wrong)).toMatchObject({ code: 'PAYMENT_BUYER_ONLY' })
    expect(await codeOf(deal.buyer, message, 'completed', wrong)).toMatchObject({ code: 'PAYMENT_MESSAGE_NOT_FOUND' })
    expect(await codeOf(deal.buyer, message, 'pending')).toMatchObject({ code: 'INVALID_INPUT' })
    await environment.pay(deal, message)
    await environment.claim(deal.buyer, message, 'completed')
    expect(await codeOf(deal.buyer, message, 'completed', wrong)).toMatchObject({ code: 'PAYMENT_DECIDED' })
    expect(await codeOf(deal.seller, message, 'completed', wrong)).toMatchObject({ code: 'PAYMENT_BUYER_ONLY' })
  })
})

describe('client secrets', () => {
  // spec 3.17
  it('are sent only to the buyer and appear in no log, table or seller response', async ({ deal }) => {
    const tab = await app.live(deal.seller)
    const message = await environment.asked(deal)
    const { body } = await environment.secret(deal.buyer, message)
    expect(body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/u)
    const secret = body.clientSecret.split('_secret_')[1] ?? ''
    await environment.confirm(body.clientSecret)
    await environment.claim(deal.buyer, message, 'completed')
    await expect.poll(() => listUpdates(tab, message).length).toBe(1)
    const shown = [
      tab.received,
      await app.page(deal.seller, deal.room.id),
      await app.page(deal.buyer, deal.room.id),
      await environment.request(deal.seller, message),
      await environment.request(deal.buyer, message),
      (await environment.secret(deal.seller, message)).body,
    ]
    const tables = await app.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'jobs')`,
    )
    const kept = []
    for (const { name } of tables) kept.push(...(await app.sql(`SELECT to_jsonb(row) AS row FROM ${name} AS row`)))
    const everything = [logged, JSON.stringify(shown), JSON.stringify(kept)]
    expect(everything[2]).toContain(message.payment_request_id)
    expect(logged).toContain(message.payment_request_id)
    for (const text of everything) {
      const hidden = [
        secret,
        '_secret_',
        '4242424242424242',
        environment.keys.secretKey,
        environment.keys.webhookSecret,
      ]
      expect(hidden.filter((one) => text.includes(one))).toEqual([])
    }
    for (const hidden of ['cus_', 'acct_', 'pi_']) expect(everything[1]).not.toContain(hidden)
  })
})
