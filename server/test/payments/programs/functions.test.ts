import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'

import { CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import { createPaymentClient, type PaymentClient } from '@kundig/testing/payments/payment-client'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

interface FunctionAnswer {
  error?: string
  clientSecret?: string
  customerId?: string
  paymentMethodId?: string | null
  url?: string
}

const app = useTestApp({ payments: 'simulator' })
let payments: PaymentClient
let seller: Person
let buyer: Person
let stranger: Person
let ids: { account: string; buyer: string; stranger: string }
let strangersAccount: string

beforeAll(async () => {
  payments = createPaymentClient(app)
  seller = await app.profiled({ full_name: 'Sem Seller' })
  buyer = await app.profiled({ full_name: 'Bo Buyer' })
  stranger = await app.profiled({ full_name: 'Stef Stranger' })
  await app.room(buyer, seller)
  const { stripeConnectAccountId } = await payments.becomeSeller(seller)
  strangersAccount = (await payments.becomeSeller(stranger)).stripeConnectAccountId ?? ''
  ids = { account: stripeConnectAccountId ?? '', buyer: await customerOf(buyer), stranger: await customerOf(stranger) }
})

async function customerOf(person: Person): Promise<string> {
  const { body } = await call(person, 'createStripeCustomer', { userId: person.id, email: person.email })
  return body.customerId ?? ''
}

const call = (person: Person | null, name: string, body: unknown, headers: Record<string, string> = {}) =>
  app.api<FunctionAnswer>(person, 'POST', `/functions/${name}`, body, headers)

const payment = (changes: object = {}) => ({
  amount: 1999,
  currency: 'eur',
  customerId: ids.buyer,
  connectAccountId: ids.account,
  description: 'An hour of advice',
  ...changes,
})

const NOT_ALLOWED = { status: 403, body: { error: 'You are not allowed to do this' } }

/** Signs in like a program, without cookies and origin. Returns the token from the response's header. */
async function tokenOf({ email, password }: Person, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-auth-token')
}

describe('createStripeCustomer', () => {
  // spec 1.23, 7.10
  it('creates a Stripe customer for the caller only once', async () => {
    const person = await app.signUp()
    const customers = await Promise.all(Array.from({ length: 5 }, () => customerOf(person)))
    expect(new Set(customers).size).toBe(1)
    expect(customers[0]).toMatch(/^cus_/u)
  })

  it('is run automatically at sign-up', async () => {
    const { id } = await app.signUp()
    const made = `SELECT FROM stripe_links WHERE user_id = $1 AND kind = 'customer'`
    await expect.poll(() => app.sql(made, [id])).toHaveLength(1)
  })

  it('accepts only the caller’s own id and address', async () => {
    expect(await call(stranger, 'createStripeCustomer', { userId: buyer.id, email: buyer.email })).toMatchObject(
      NOT_ALLOWED,
    )
    expect(await call(stranger, 'createStripeCustomer', { userId: stranger.id, email: buyer.email })).toMatchObject(
      NOT_ALLOWED,
    )
  })
})

describe('createConnectAccount', () => {
  // spec 1.23, 7.13, 7.14
  it('returns the onboarding URL and trims the email', async () => {
    const person = await app.profiled()
    const { status, body } = await call(person, 'createConnectAccount', {
      userId: person.id,
      email: `  ${person.email.toUpperCase()} `,
    })
    expect(status).toBe(200)
    expect(body.url).toContain('/hosted/onboarding/')
    expect((await payments.account(person)).status).toBe('in_progress')
  })

  it('accepts only the caller’s own id', async () => {
    expect(await call(stranger, 'createConnectAccount', { userId: seller.id, email: seller.email })).toMatchObject(
      NOT_ALLOWED,
    )
  })
})

describe('createPayment', () => {
  // spec 1.23, 7.16
  it('returns the client secret of an unpaid intent', async () => {
    const { status, body } = await call(seller, 'createPayment', payment())
    expect(status).toBe(200)
    const { clientSecret = '' } = body
    const id = toIntentId(clientSecret)
    const intent = await payments.simulator('GET', `/v1/payment_intents/${id}`, { client_secret: clientSecret })
    expect(intent.body).toMatchObject({ status: 'requires_payment_method', amount: 1999, currency: 'eur' })
    const [stored] = await app.sql<{ data: object }>(`SELECT data FROM stripe_simulator.objects WHERE id = $1`, [id])
    expect(stored?.data).toMatchObject({ customer: null, transfer_data: { destination: ids.account } })
  })

  it.each([
    ['the buyer for the seller', () => buyer, {}],
    ['a stranger for the seller', () => stranger, {}],
    ['a stranger of a buyer they share no room with', () => stranger, { connectAccountId: () => strangersAccount }],
    ['the seller to another person’s account', () => seller, { connectAccountId: () => strangersAccount }],
    ['the seller of a person they share no room with', () => seller, { customerId: () => ids.stranger }],
    ['the seller of a customer that does not exist', () => seller, { customerId: () => 'cus_doesnotexist' }],
    ['the seller to an account that does not exist', () => seller, { connectAccountId: () => 'acct_1doesnotexist' }],
  ])('refuses a payment made by %s', async (_who, who, changes) => {
    const body = payment(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value()])))
    expect(await call(who(), 'createPayment', body)).toMatchObject(NOT_ALLOWED)
  })

  // spec 7.18
  it('refuses a closed room', async () => {
    const [one, other] = [await app.profiled(), await app.profiled()]
    const room = await app.room(other, one)
    const { stripeConnectAccountId } = await payments.becomeSeller(one)
    const body = payment({ customerId: await customerOf(other), connectAccountId: stripeConnectAccountId })
    expect((await call(one, 'createPayment', body)).status).toBe(200)
    await app.must(other, 'POST', `/api/chat-rooms/${room.id}/close`)
    for (const changes of [{}, { amount: 2000 }]) {
      expect(await call(one, 'createPayment', { ...body, ...changes })).toMatchObject({
        status: 409,
        body: { error: 'Failed to create payment' },
      })
    }
  })

  // spec 5.54
  it('returns an error when the seller cannot be paid yet', async () => {
    const [one, other] = [await app.profiled(), await app.profiled()]
    await app.room(other, one)
    await payments.startOnboarding(one)
    const { stripeConnectAccountId } = await payments.account(one)
    const body = payment({ customerId: await customerOf(other), connectAccountId: stripeConnectAccountId })
    expect(await call(one, 'createPayment', body)).toMatchObject({
      status: 403,
      body: { error: 'Seller is not set up to receive payments' },
    })
  })

  // spec 7.18
  it.each([
    { amount: 0 },
    { amount: -1 },
    { amount: 10_000_000 },
    { amount: 19.99 },
    { amount: '1999' },
    { amount: Number.NaN },
    { currency: 'usd' },
    { currency: 'EUR' },
    { description: 'x'.repeat(1001) },
    { description: 'a\u0000b' },
    { on_behalf_of: 'acct_1' },
    { customerId: { $ne: null } },
  ])('refuses %j', async (changes) => {
    expect(await call(seller, 'createPayment', payment(changes))).toMatchObject({
      status: 400,
      body: { error: 'Failed to create payment' },
    })
  })
})

describe('getDefaultPaymentMethod', () => {
  // spec 1.23, 7.19
  it('returns the default card, or null without a card', async () => {
    const person = await app.signUp()
    const customerId = await customerOf(person)
    const none = await call(person, 'getDefaultPaymentMethod', { customerId })
    expect(none).toMatchObject({ status: 200, body: { paymentMethodId: null } })
    const [card] = await payments.saveCard(person, CARDS.visa)
    const answer = await call(person, 'getDefaultPaymentMethod', { customerId })
    expect(answer).toMatchObject({ status: 200, body: { paymentMethodId: card?.id } })
  })

  // spec 7.19
  it('reveals no other person’s card, not even to the seller in the room', async () => {
    for (const person of [seller, stranger]) {
      expect(await call(person, 'getDefaultPaymentMethod', { customerId: ids.buyer })).toMatchObject(NOT_ALLOWED)
    }
  })
})

describe('createSetupIntent', () => {
  // spec 1.23, 7.21
  it('returns a client secret that saves a card of the caller', async () => {
    const person = await app.signUp()
    const { body } = await call(person, 'createSetupIntent', { customerId: await customerOf(person) })
    const saved = await payments.confirmSetup(body.clientSecret ?? '', await payments.newCard(CARDS.visa))
    expect(saved.status).toBe('succeeded')
    expect(await payments.cards(person)).toHaveLength(1)
  })

  // spec 7.21
  it('accepts only the caller’s own customer', async () => {
    expect(await call(seller, 'createSetupIntent', { customerId: ids.buyer })).toMatchObject(NOT_ALLOWED)
  })
})

describe('every function', () => {
  const bodies = () => ({
    createStripeCustomer: { userId: buyer.id, email: buyer.email },
    createConnectAccount: { userId: buyer.id, email: buyer.email },
    createPayment: payment(),
    getDefaultPaymentMethod: { customerId: ids.buyer },
    createSetupIntent: { customerId: ids.buyer },
  })

  // spec 7.10, 7.13, 7.16
  it('requires a login', async () => {
    for (const [name, body] of Object.entries(bodies())) {
      const { status, body: answer } = await call(null, name, body)
      expect([name, status, Object.keys(answer)]).toEqual([name, 401, ['error']])
    }
  })

  // spec 7.12, 7.15, 7.18, 7.20, 7.22, 8.53
  it('answers an invalid body with the function’s own error text', async () => {
    const texts = {
      createStripeCustomer: 'Customer account not found',
      createConnectAccount: 'Failed to create connect account',
      createPayment: 'Failed to create payment',
      getDefaultPaymentMethod: 'Failed to get payment method',
      createSetupIntent: 'Failed to create setup intent',
    }
    for (const [name, error] of Object.entries(texts)) {
      for (const body of [{}, [], '{', { __proto__: null, extra: 1 }]) {
        expect(await call(buyer, name, body), name).toMatchObject({ status: 400, body: { error } })
      }
    }
  })

  it('accepts a cookie only from our own pages', async () => {
    const foreign = { origin: 'https://evil.example' }
    const own = { origin: new URL(app.url).origin }
    for (const [name, body] of Object.entries(bodies())) {
      expect((await call(buyer, name, body, foreign)).status, name).toBe(403)
    }
    const [name, body] = ['getDefaultPaymentMethod', { customerId: ids.buyer }]
    expect((await call(buyer, name, body, own)).status).toBe(200)
  })

  // spec 1.23, 7.23
  it('is documented in the API document under its own path', async () => {
    const { body } = await app.api<{ paths: Record<string, { servers?: { url: string }[]; post?: object }> }>(
      null,
      'GET',
      '/api/openapi.json',
    )
    for (const name of Object.keys(bodies())) {
      expect(body.paths[`/functions/${name}`]).toMatchObject({ servers: [{ url: '/' }], post: { tags: ['Functions'] } })
    }
  })
})

describe('a bearer token', () => {
  // spec 7.9, 7.10
  it('authenticates without a cookie, for functions and for the API', async () => {
    const token = await tokenOf(buyer)
    const authorization = `Bearer ${token}`
    const answer = await call(null, 'getDefaultPaymentMethod', { customerId: ids.buyer }, { authorization })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    const session = await app.api<{ user: { id: string } }>(null, 'GET', '/api/session', undefined, { authorization })
    expect(session.body.user.id).toBe(buyer.id)
    const rooms = await app.api<{ items: object[] }>(null, 'GET', '/api/chat-rooms', undefined, { authorization })
    expect(rooms.body.items).toHaveLength(1)
  })

  it('stops working after sign-out, together with the session', async () => {
    const authorization = `Bearer ${await tokenOf(buyer)}`
    const out = await app.api(null, 'POST', '/api/auth/sign-out', {}, { authorization })
    expect(out.status).toBe(200)
    const answer = await call(null, 'getDefaultPaymentMethod', { customerId: ids.buyer }, { authorization })
    expect(answer.status).toBe(401)
    expect((await app.api<unknown>(null, 'GET', '/api/session', undefined, { authorization })).body).toBe(null)
  })

  it('takes precedence over a cookie: an invalid token is refused even with a valid cookie', async () => {
    const token = (await tokenOf(stranger)) ?? ''
    const [value = '', signature = ''] = decodeURIComponent(token).split('.')
    for (const bad of ['x', '', value, `${value}.`, `${value}.${signature.slice(0, -4)}AAA=`, `${token}x`]) {
      const authorization = `Bearer ${bad}`
      const answer = await call(buyer, 'getDefaultPaymentMethod', { customerId: ids.buyer }, { authorization })
      expect([bad, answer.status]).toEqual([bad, 401])
    }
  })

  it('is not sent to browsers, so that no page’s script can read it', async () => {
    expect(await tokenOf(buyer)).toMatch(/\S/u)
    for (const headers of [{ origin: new URL(app.url).origin }, { 'sec-fetch-site': 'same-origin' }]) {
      expect(await tokenOf(buyer, headers)).toBe(null)
    }
  })

  it('appears in no log', async () => {
    const lines: string[] = []
    const quiet = await createTestApp({
      payments: 'simulator',
      logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    })
    try {
      const client = createPaymentClient(quiet)
      const person = await quiet.profiled()
      await client.becomeSeller(person)
      await client.saveCard(person)
      const answer = await fetch(`${quiet.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: person.password }),
      })
      const token = answer.headers.get('set-auth-token') ?? ''
      await quiet.api(
        null,
        'POST',
        '/functions/createSetupIntent',
        { customerId: 'cus_no' },
        { authorization: `Bearer ${token}` },
      )
      const log = lines.join('')
      expect(lines.length).toBeGreaterThan(0)
      for (const secret of [token, person.email, '_secret_', CARDS.visa, 'sk_test_', 'whsec_']) {
        expect(log).not.toContain(secret)
      }
    } finally {
      await quiet.close()
    }
  })
})
