import { Writable } from 'node:stream'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { READY_CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import {
  type Deal,
  openPaymentEnvironment,
  type PaymentMessage,
  type PaymentEnvironment,
} from '@kundig/testing/payments/payment-environment'
import { testDeals } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import { type Answer, createClient } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { startApp } from '../../../src/app.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

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
  await environment.control('/webhooks/pause')
})
afterAll(async () => {
  await environment.close()
  await app.close()
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const shownIn = async ({ buyer, room }: Deal): Promise<PaymentMessage[]> =>
  (await app.page(buyer, room.id)).items as PaymentMessage[]
const intentsFor = (deal: Deal) =>
  app.sql(
    `SELECT id FROM stripe_simulator.objects WHERE kind = 'payment_intent' AND data->'metadata'->>'room_id' = $1`,
    [deal.room.id],
  )

async function asked(deal: Deal, input?: object): Promise<{ clientSecret: string; message: PaymentMessage }> {
  const { status, body } = await environment.askByProgram(deal, input)
  if (status !== 200) throw new Error(`createPayment: ${status} ${JSON.stringify(body)}`)
  const message = (await shownIn(deal)).at(-1)
  if (!message) throw new Error('Nothing is shown')
  return { clientSecret: body.clientSecret, message }
}

describe('a payment that a seller’s program makes (createPayment)', () => {
  // spec 7.16
  it('appears in the chat like any other payment request, live for both people', async ({ deal }) => {
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    const { clientSecret, message } = await asked(deal)
    expect(message).toMatchObject({
      type: 'payment_request',
      sender_id: deal.seller.id,
      content: 'An hour of advice',
      description: 'An hour of advice',
      amount: 1999,
      currency: 'eur',
      status: 'pending',
      new_card_only: true,
    })
    for (const tab of tabs) await expect.poll(() => tab.listEvents('message.created')).toEqual([message])
    expect(await environment.stored(message)).toMatchObject({ intent: toIntentId(clientSecret), status: 'pending' })
    expect(await environment.request(deal.buyer, message)).toMatchObject({
      sellerId: deal.seller.id,
      new_card_only: true,
    })
  })

  it('appears in the most recently changed open room of buyer and seller', async ({ deal }) => {
    const rooms = [deal.room, await app.room(deal.buyer, deal.seller), await app.room(deal.buyer, deal.seller)]
    const [first, second, third] = rooms.map(({ id }) => id)
    await app.send(deal.buyer, first ?? '', 'Here')
    await app.send(deal.buyer, third ?? '', 'And here')
    await app.must(deal.buyer, 'POST', `/api/chat-rooms/${third}/close`)
    await environment.askByProgram(deal)
    const counts = await Promise.all(
      [first, second, third].map(async (id) => (await app.page(deal.buyer, id ?? '')).items.length),
    )
    expect(counts).toEqual([2, 0, 1])
  })

  it('belongs to no Stripe customer, so it can neither use nor save a card', async ({ deal }) => {
    const { clientSecret } = await asked(deal)
    const customer = await environment.findCustomer(deal.buyer)
    const { id: saved } = await environment.stripe.paymentMethods.attach(READY_CARDS.good, { customer })
    expect((await environment.confirm(clientSecret, saved)).status).toBe(400)
    expect((await environment.stripe.paymentIntents.retrieve(toIntentId(clientSecret))).customer).toBe(null)
    expect((await environment.confirm(clientSecret)).intent?.status).toBe('succeeded')
    const { data } = await environment.stripe.customers.listPaymentMethods(customer)
    expect(data.map(({ id }) => id)).toEqual([saved])
  })

  it('reveals nothing about the buyer to the holder of its client secret: Stripe mails no receipt', async ({
    deal,
  }) => {
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [deal.buyer.id])
    const { message } = await asked(deal)
    expect((await environment.secret(deal.buyer, message)).status).toBe(200)
    expect((await environment.findIntent(message)).receipt_email).toBe(null)
  })

  it.each([
    ['a card', READY_CARDS.good],
    ['a card that asks for 3-D Secure', READY_CARDS.asksFor3dSecure],
  ])('can be paid once in the chat with %s, and both people see the payment', async (_what, card) => {
    const deal = await environment.deal()
    const { message } = await asked(deal)
    const tab = await app.live(deal.seller)
    const intent = await environment.pay(deal, message, card)
    if (intent.status === 'requires_action') await environment.decide3dSecure(intent, 'pass')
    const { body } = await environment.claim(deal.buyer, message, 'completed')
    expect(body).toMatchObject({ id: message.id, status: 'completed' })
    await expect.poll(() => tab.listEvents('message.updated')).toEqual([body])
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
  })

  it('is also recorded when the program completes the payment outside the chat', async ({ deal }) => {
    const { clientSecret, message } = await asked(deal)
    expect((await environment.stored(message)).check_at).not.toBe(null)
    await environment.confirm(clientSecret)
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe('409 PAYMENT_DECIDED')
    expect((await environment.stored(message)).status).toBe('completed')
  })

  it('can no longer be paid after the buyer declines it', async ({ deal }) => {
    const { clientSecret, message } = await asked(deal)
    expect((await environment.decline(deal.buyer, message)).body).toMatchObject({
      status: 'rejected',
      ended_by: 'declined',
    })
    expect((await environment.confirm(clientSecret)).status).toBe(400)
  })

  it('is never completed by an intent with a customer, unlike a request from the chat', async ({ deal }) => {
    const { message } = await asked(deal)
    const { body } = await environment.secret(deal.buyer, message)
    const customer = await environment.findCustomer(deal.buyer)
    await environment.stripe.paymentIntents.update((await environment.stored(message)).intent, { customer })
    await environment.confirm(body.clientSecret)
    expect((await environment.claim(deal.buyer, message, 'completed')).body.status).toBe('pending')

    const ofChat = await environment.asked(deal)
    const { intent } = await environment.stored(ofChat)
    await app.sql(
      `UPDATE stripe_simulator.objects SET data = (data::jsonb || '{"customer": null}')::json WHERE id = $1`,
      [intent],
    )
    expect(toOutcome(await environment.secret(deal.buyer, ofChat))).toBe('502 PAYMENT_FAILED')
  })
})

describe('an identical call', () => {
  const secretsOf = (answers: Answer<{ clientSecret: string }>[]) => {
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return new Set(answers.map(({ body }) => body.clientSecret))
  }

  // spec 7.16
  it('creates one request, intent and message when sent twenty times concurrently', async ({ deal }) => {
    const secrets = secretsOf(await Promise.all(upTo(20).map(() => environment.askByProgram(deal))))
    expect(secrets.size).toBe(1)
    expect(await shownIn(deal)).toHaveLength(1)
    expect(await intentsFor(deal)).toHaveLength(1)
  })

  it('creates one request when sent to two servers concurrently', async ({ deal }) => {
    const other = await startApp({ ...app.settings, port: await findFreePort() })
    try {
      const [customerId, connectAccountId] = [
        await environment.findCustomer(deal.buyer),
        await environment.findAccount(deal.seller),
      ]
      const input = { amount: 1999, currency: 'eur', customerId, connectAccountId, description: 'An hour of advice' }
      const client = createClient(other.url.replace('localhost', '127.0.0.1'))
      const elsewhere = () =>
        client.api<{ clientSecret: string }>(deal.seller, 'POST', '/functions/createPayment', input)
      const answers = await Promise.all(upTo(10).flatMap(() => [environment.askByProgram(deal), elsewhere()]))
      expect(secretsOf(answers).size).toBe(1)
      expect(await shownIn(deal)).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  it('returns the same request within 60 seconds, even after payment, and creates another request later', async ({
    deal,
  }) => {
    const { clientSecret, message } = await asked(deal)
    await environment.confirm(clientSecret)
    const age = (seconds: number) =>
      app.sql(
        `UPDATE payment_requests SET created_at = clock_timestamp() - $2::int * interval '1 second' WHERE id = $1`,
        [message.payment_request_id, seconds],
      )
    await age(50)
    expect((await environment.askByProgram(deal)).body.clientSecret).toBe(clientSecret)
    await age(61)
    expect((await environment.askByProgram(deal)).body.clientSecret).not.toBe(clientSecret)
    expect(await shownIn(deal)).toHaveLength(2)
  })

  it('creates another request after the buyer declined; the declined client secret cannot pay', async ({ deal }) => {
    const { clientSecret, message } = await asked(deal)
    await environment.decline(deal.buyer, message)
    expect((await environment.askByProgram(deal)).body.clientSecret).not.toBe(clientSecret)
    expect(await shownIn(deal)).toHaveLength(2)
  })

  it('must have the same amount, text and people; any other call creates another request', async ({ deal }) => {
    await asked(deal)
    await asked(deal, { amount: 2000 })
    await asked(deal, { description: 'Two hours of advice' })
    await environment.asked(deal, { amount: '19.99', description: 'An hour of advice' })
    await asked(deal)
    expect(await shownIn(deal)).toHaveLength(4)
  })

  it.each(['refuse', 'drop', 'drop_answer'])(
    'resumes where the previous call stopped when Stripe failed (%s)',
    async (mode) => {
      const deal = await environment.deal()
      await environment.control('/faults', { method: 'POST', path_prefix: '/v1/payment_intents', mode, times: 3 })
      expect(await environment.askByProgram(deal)).toMatchObject({
        status: 503,
        body: { error: 'Failed to create payment' },
      })
      expect(await shownIn(deal)).toEqual([])
      await environment.control('/faults/clear')
      await asked(deal)
      expect(await intentsFor(deal)).toHaveLength(1)
    },
  )
})

describe('a payment that matches no payment request', () => {
  it('is logged by its id only', async () => {
    const { id } = await environment.stripe.paymentIntents.create({ amount: 500, currency: 'eur' })
    const payload = JSON.stringify({
      id: 'evt_unknown',
      object: 'event',
      type: 'payment_intent.succeeded',
      created: Math.floor(Date.now() / 1000),
      data: { object: { id, object: 'payment_intent', client_secret: `${id}_secret_x` } },
    })
    const signature = environment.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: environment.keys.webhookSecret,
    })
    const { status } = await fetch(`${app.url}/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    expect(status).toBe(200)
    const line = logged.split('\n').find((text) => text.includes('unmatched payment received')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ level: 40, payment_intent: id, event: 'evt_unknown' })
    expect(logged).not.toContain('_secret_')
  })
})
