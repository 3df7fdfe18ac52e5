import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { READY_CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import {
  type PaymentMessage,
  type PaymentEnvironment,
  openPaymentEnvironment,
} from '@kundig/testing/payments/payment-environment'
import { testDeals } from '@kundig/testing/payments/use-payment-environment'
import { toCookieHeader, createClient, type Person } from '@kundig/testing/people/test-client'
import { findRedisServer, startRedisServer } from '@kundig/testing/server/redis-server'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { startApp } from '../../src/app.ts'
import { findFreePort } from '../../src/platform/http/free-port.ts'

/** Number of database connections, lower than the number of simultaneous calls to Stripe. */
const FEW_CONNECTIONS = 4

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
  const logger = pino({ level: 'warn', base: null }, destination)
  // On a busy machine, concurrent calls wait long for each other.
  app = await createTestApp({
    payments: 'simulator',
    databaseLockTimeoutMs: 14_000,
    databasePool: FEW_CONNECTIONS,
    logger,
  })
  environment = await openPaymentEnvironment(app, { databaseUrl: app.databaseUrl, sql: app.sql })
  await environment.control('/webhooks/pause')
})
afterAll(async () => {
  await environment.close()
  await app.close()
})

const madeAtStripe = async (kind: string): Promise<number> =>
  (await app.sql('SELECT id FROM stripe_simulator.objects WHERE kind = $1', [kind])).length

const asForeignPage = (person: Person, method: string, path: string): Promise<Response> =>
  fetch(`${app.url}${path}`, {
    method,
    headers: { cookie: toCookieHeader(person), origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
  })

const signedEvent = (type: string, object: object): Promise<Response> => {
  const payload = JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  })
  const signature = environment.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: environment.keys.webhookSecret,
  })
  return fetch(`${app.url}/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
}

describe('a page of another site', () => {
  it.each(['HEAD', 'OPTIONS', 'QUERY', 'POST'])('cannot act as a logged-in person by %s', async (method) => {
    const person = await app.profiled()
    const before = [await madeAtStripe('setup_intent'), await madeAtStripe('v2.core.account')]
    for (const path of ['/rpc/payments/onboard', '/rpc/payments/startCardSetup', '/api/payments/cards/setup']) {
      const { status } = await asForeignPage(person, method, path)
      expect([403, 404], `${method} ${path}`).toContain(status)
    }
    expect([await madeAtStripe('setup_intent'), await madeAtStripe('v2.core.account')]).toEqual(before)
  })
})

describe('malformed ids', () => {
  it('get a 400 without a server error for a zero byte in a Stripe id', async () => {
    const { seller } = await environment.deal()
    for (const customerId of ['cus_\u0000', '\u0000', 'cus_\ud800', 'cus_1/../2']) {
      const answer = await app.api<object>(seller, 'POST', '/functions/createPayment', {
        amount: 100,
        currency: 'eur',
        customerId,
        connectAccountId: await environment.findAccount(seller),
      })
      expect(answer).toMatchObject({ status: 400, body: { error: 'Failed to create payment' } })
    }
  })

  it.each(['3d-secure', 'onboarding', 'dashboard'])('get a 4xx page for a zero byte in %s', async (page) => {
    for (const id of ['%00', 'a%00b', '%ED%A0%80', 'x'.repeat(90)]) {
      const path = `${app.url}/stripe-simulator/hosted/${page}/${id}`
      const answers = await Promise.all([
        fetch(path),
        fetch(path, { method: 'POST', body: new URLSearchParams({ outcome: 'complete', session: 'a\u0000b' }) }),
      ])
      for (const { status } of answers) expect([400, 404]).toContain(status)
    }
  })
})

describe('the simulator, called from outside', () => {
  it('refuses a secret key anywhere in a request', async ({ message }) => {
    const { intent: id } = await environment.stored(message)
    const { secretKey: key } = environment.keys
    const path = `${app.url}/stripe-simulator/v1/payment_intents/${id}`
    const form = { key, amount: '50' }
    const answers = await Promise.all([
      fetch(`${path}?key=${key}`),
      fetch(path, { method: 'POST', body: new URLSearchParams(form) }),
      fetch(`${path}?key=${key}`, { method: 'POST', body: new URLSearchParams({ amount: '50' }) }),
      fetch(path, { method: 'POST', body: JSON.stringify(form), headers: { 'content-type': 'application/json' } }),
      fetch(path, { method: 'POST', body: new URLSearchParams(form), headers: { authorization: `bearer ${key}` } }),
    ])
    for (const answer of answers) {
      expect([400, 401, 403]).toContain(answer.status)
      expect(await answer.text()).not.toContain(key.slice(0, 16))
    }
    expect((await environment.findIntent(message)).amount).toBe(1999)
  })

  it('refuses to redirect from our address to another site or to a script', async ({ deal, message }) => {
    const { clientSecret } = (await environment.secret(deal.buyer, message)).body
    const confirm = (fields: Record<string, string>) =>
      environment.simulator('POST', `/v1/payment_intents/${toIntentId(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        payment_method: READY_CARDS.asksFor3dSecure,
        ...fields,
      })
    for (const name of ['return_url', '[return_url]', 'return_url[]']) {
      for (const address of [
        'https://evil.example/',
        'javascript:alert(1)',
        'data:text/html,x',
        `${app.url}@evil.example`,
      ]) {
        const { status, body } = await confirm({ [name]: address })
        expect([name, address, status, JSON.stringify(body).includes('/hosted/')]).toEqual([name, address, 403, false])
      }
    }
    const allowed = await confirm({ return_url: `${app.url}/payment-success` })
    expect([allowed.status, allowed.body.status, allowed.headers.get('cache-control')]).toEqual([
      200,
      'requires_action',
      'no-store',
    ])
  })
})

describe('a payment request', () => {
  it('is not completed by a payment for something else, whatever the metadata claims', async ({ deal }) => {
    const { buyer } = deal
    const message = await environment.asked(deal)
    const other = await environment.asked(deal)
    await environment.pay(deal, other)
    const { body } = await environment.askByProgram(deal)
    expect((await environment.confirm(body.clientSecret)).intent?.status).toBe('succeeded')
    for (const id of [toIntentId(body.clientSecret), (await environment.stored(other)).intent]) {
      const metadata = { payment_request_id: message.payment_request_id, room_id: message.room_id }
      const intent = await environment.stripe.paymentIntents.update(id, { metadata })
      expect((await signedEvent('payment_intent.succeeded', intent)).status).toBe(200)
    }
    expect((await environment.claim(buyer, message, 'completed')).body.status).toBe('pending')
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
    expect((await environment.claim(buyer, other, 'completed')).body.status).toBe('pending')
  })

  it('matches Stripe’s status under concurrent operations, without a deadlock', { tags: 'slow' }, async ({ deal }) => {
    const { seller, buyer, room } = deal
    const messages = await Promise.all(Array.from({ length: 5 }, () => environment.asked(deal)))
    const statuses: number[] = []
    const count = async (answer: Promise<{ status: number }>): Promise<void> =>
      void statuses.push((await answer).status)
    const each = async (message: PaymentMessage, index: number): Promise<void> => {
      const { intent } = await environment.stored(message)
      const paying = async (): Promise<void> => {
        const { status, body } = await environment.secret(buyer, message)
        if (status === 200) await environment.confirm(body.clientSecret)
        await Promise.all([
          count(environment.claim(buyer, message, 'completed')),
          count(signedEvent('payment_intent.succeeded', { id: intent })),
        ])
      }
      await Promise.all([
        paying(),
        ...(index % 2 === 0 ? [count(environment.claim(buyer, message, 'rejected'))] : []),
        count(environment.claim(buyer, message, 'completed')),
        count(signedEvent('payment_intent.canceled', { id: intent })),
        count(app.send(seller, room.id, 'one')),
        count(app.send(buyer, room.id, 'two')),
        count(environment.ask(seller, room.id)),
        count(app.api(buyer, 'POST', `/api/chat-rooms/${room.id}/read`, { up_to_seq: 1000 })),
      ])
    }
    await Promise.all([
      ...messages.map(each),
      count(app.api(buyer, 'POST', `/api/chat-rooms/${room.id}/close`)),
      count(app.api(seller, 'POST', `/api/chat-rooms/${room.id}/close`)),
    ])
    // A 409 means that another call decided the request, or that the room is closed.
    expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([])
    expect(logged).not.toMatch(/deadlock|unexpected error/u)
    for (const message of messages) {
      const [{ status }, intent, { count: charged }] = await Promise.all([
        environment.stored(message),
        environment.findIntent(message),
        environment.charges(message),
      ])
      expect([status, charged]).toEqual(intent.status === 'succeeded' ? ['completed', 1] : ['rejected', 0])
    }
    const left = await app.sql<{ seq: number | null }>('SELECT seq FROM payment_requests WHERE room_id = $1', [room.id])
    expect(left.filter(({ seq }) => seq === null)).toEqual([])
  })
})

describe('a slow Stripe', () => {
  it('occupies no database connection, so that other requests are served', async ({ deal }) => {
    const asks = FEW_CONNECTIONS * 2
    await environment.control('/faults', {
      method: 'POST',
      path_prefix: '/v1/payment_intents',
      mode: 'hold_answer',
      times: asks,
    })
    let answered = 0
    const asking = Array.from({ length: asks }, async () => {
      await environment.asked(deal)
      answered += 1
    })
    await expect
      .poll(async () => (await app.sql('SELECT id FROM payment_requests WHERE room_id = $1', [deal.room.id])).length)
      .toBe(asks)
    expect((await app.send(deal.buyer, deal.room.id, 'meanwhile')).status).toBe(200)
    expect(answered).toBe(0)
    await environment.control('/faults/clear')
    await Promise.all(asking)
  })

  it('receives only a limited number of calls per minute for each person', async () => {
    const limited = await createTestApp({ payments: 'simulator', attemptLimitFactor: 0.05 })
    try {
      const person = await limited.profiled()
      // The first round of calls uses up the limit per minute, so all calls of the second round are refused.
      const calls = [
        ['GET', '/api/payments/cards'],
        ['POST', '/api/payments/cards', { setup_intent_id: 'seti_1' }],
        ['PUT', '/api/payments/cards/pm_1/default'],
        ['DELETE', '/api/payments/cards/pm_1'],
        ['POST', '/api/payments/account/refresh'],
        ['POST', '/api/payments/account/dashboard'],
      ] as const
      for (const isRefused of [false, true]) {
        for (const [method, path, body] of calls) {
          const { status, headers } = await limited.api(person, method, path, body)
          const wait = headers.has('retry-after')
          expect([method, path, status === 429, wait]).toEqual([method, path, isRefused, isRefused])
        }
      }
    } finally {
      await limited.close()
    }
  })
})

const program = findRedisServer()
const NO_REDIS = 'LEFT OUT: payments on two servers. This machine has no redis-server'

describe('two servers', () => {
  it('send payment and seller updates to the right tabs on both servers, and to no other tabs', async ({ skip }) => {
    if (program === undefined) {
      skip(NO_REDIS)
      return
    }
    const redis = await startRedisServer(program, await findFreePort())
    const one = await createTestApp({ payments: 'simulator', redisUrl: redis.url })
    const second = await startApp({ ...one.settings, port: await findFreePort() })
    const two = createClient(second.url.replace('localhost', '127.0.0.1'))
    const {
      close,
      control,
      deal: makeDeal,
      asked,
      pay,
      claim,
      findAccount,
    } = await openPaymentEnvironment(one, {
      databaseUrl: one.databaseUrl,
      sql: one.sql,
    })
    try {
      await control('/webhooks/pause')
      const deal = await makeDeal()
      const stranger = await one.profiled()
      const [seller, buyer, other] = await Promise.all([
        two.live(deal.seller),
        two.live(deal.buyer),
        two.live(stranger),
      ])
      const message = await asked(deal)
      await pay(deal, message)
      await claim(deal.buyer, message, 'completed')
      for (const tab of [seller, buyer]) {
        await expect
          .poll(() => tab.listEvents('message.updated').map(({ id, status }) => [id, status]))
          .toEqual([[message.id, 'completed']])
      }
      await control(`/accounts/${await findAccount(deal.seller)}/capability`, { status: 'restricted' })
      await one.must(deal.seller, 'POST', '/api/payments/account/refresh')
      await expect.poll(() => seller.listEvents('seller.updated').map(({ status }) => status)).toEqual(['in_progress'])
      expect(buyer.listEvents('seller.updated')).toEqual([])
      // Every tab may receive the event `events.missed`, which has no content.
      expect(other.received.filter(({ name }) => name !== 'events.missed')).toEqual([])
      expect(JSON.stringify(buyer.received)).not.toMatch(/_secret_|acct_|cus_|\bpi_/u)
    } finally {
      two.disconnect()
      await close()
      await second.close()
      await one.close()
      await redis.close()
    }
  })
})
