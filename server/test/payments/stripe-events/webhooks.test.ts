import { randomUUID } from 'node:crypto'

import { Stripe } from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'

import { READY_CARDS } from '@kundig/testing/payments/cards'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { useTestApp } from '@kundig/testing/server/use-test-app'

// On a busy machine, concurrent calls wait long for each other.
const app = useTestApp({ payments: 'simulator', databaseLockTimeoutMs: 14_000, paymentReconcileMs: 100 })
const environment = usePaymentEnvironment(app)

beforeEach(async () => {
  await environment.control('/faults/clear')
  await environment.control('/webhooks/resume')
})

const PATHS = {
  snapshot: '/stripe/webhook',
  connect: '/stripe/webhook/connect',
  thin: '/stripe/webhook/thin',
} as const
const nowS = (): number => Math.floor(Date.now() / 1000)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const newEventId = (): string => `evt_${randomUUID().replaceAll('-', '')}`

function createEvent(type: string, objectId: string, more: object = {}): Record<string, unknown> {
  return {
    id: newEventId(),
    object: 'event',
    type,
    created: nowS(),
    data: { object: { id: objectId, object: 'payment_intent', status: 'succeeded' } },
    ...more,
  }
}

interface Sending {
  kind?: keyof typeof PATHS
  secret?: string
  timestamp?: number
  headers?: Record<string, string>
  sent?: string
}

async function send(event: unknown, options: Sending = {}): Promise<number> {
  const { kind = 'snapshot', timestamp = nowS() } = options
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const { webhookSecret, connectWebhookSecret, thinWebhookSecret } = environment.keys
  const own = { snapshot: webhookSecret, connect: connectWebhookSecret, thin: thinWebhookSecret }
  const secret = options.secret ?? own[kind]
  const header = environment.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const answer = await fetch(`${app.url}${PATHS[kind]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': header, ...options.headers },
    body: options.sent ?? payload,
  })
  await answer.text()
  return answer.status
}

const eventRow = async (id: unknown) =>
  (
    await app.sql<{ type: string; object_id: string; handled_at: Date | null }>(
      'SELECT type, object_id, handled_at FROM stripe_events WHERE id = $1',
      [id],
    )
  )[0]

async function paidUnnoticed(): Promise<{ deal: Deal; message: PaymentMessage; intent: string }> {
  const deal = await environment.ownDeal()
  const message = await environment.asked(deal)
  await environment.control('/webhooks/rules', { type_prefix: 'payment_intent.succeeded', action: 'drop' })
  expect((await environment.pay(deal, message)).status).toBe('succeeded')
  return { deal, message, intent: (await environment.stored(message)).intent }
}

const readStatus = async (message: PaymentMessage): Promise<string> => (await environment.stored(message)).status

describe('a Stripe event', () => {
  // spec 4.21
  it('completes a payment whose buyer closed the browser, live for both people', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    await environment.pay(deal, message)
    for (const tab of tabs) {
      await expect
        .poll(() => tab.listEvents('message.updated').map(({ id, status }) => [id, status]))
        .toEqual([[message.id, 'completed']])
    }
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
  })

  it(
    'changes the request once when it arrives a hundred times, in sequence or concurrently',
    { tags: 'slow' },
    async () => {
      const deal = await environment.ownDeal()
      const message = await environment.asked(deal)
      const tab = await app.live(deal.seller)
      await environment.control('/webhooks/rules', {
        type_prefix: 'payment_intent.succeeded',
        action: 'duplicate',
        copies: 100,
      })
      await environment.pay(deal, message)
      const { intent } = await environment.stored(message)
      const event = createEvent('payment_intent.succeeded', intent)
      const answers = await Promise.all(upTo(100).map(() => send(event)))
      expect(new Set(answers)).toEqual(new Set([200]))
      await expect
        .poll(
          async () => {
            const rows = await app.sql<{ left: number }>(
              `SELECT count(*)::int AS left FROM stripe_simulator.deliveries d JOIN stripe_simulator.events e ON e.id = d.event_id
             WHERE e.object_id = $1 AND e.type = 'payment_intent.succeeded' AND d.state <> 'delivered'`,
              [intent],
            )
            return rows[0]?.left
          },
          { timeout: 20_000 },
        )
        .toBe(0)
      await app.send(deal.buyer, deal.room.id, 'Paid')
      await expect.poll(() => tab.listEvents('message.created').length).toBe(1)
      expect(tab.listEvents('message.updated')).toHaveLength(1)
      const events = await app.sql<{ handled: boolean }>(
        `SELECT handled_at IS NOT NULL AS handled FROM stripe_events WHERE object_id = $1 AND type = 'payment_intent.succeeded'`,
        [intent],
      )
      expect(events).toEqual([{ handled: true }, { handled: true }])
    },
  )

  it('completes a payment for good when it arrives late and out of order', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    await environment.control('/webhooks/pause')
    await environment.pay(deal, message, READY_CARDS.declined)
    await environment.pay(deal, message)
    await environment.control('/webhooks/resume', { order: 'newest_first' })
    const { intent } = await environment.stored(message)
    const types = async (): Promise<string[]> =>
      (
        await app.sql<{ type: string }>(
          `SELECT type FROM stripe_events WHERE object_id = $1 AND handled_at IS NOT NULL
           AND type <> 'payment_intent.created' ORDER BY received_at`,
          [intent],
        )
      ).map(({ type }) => type)
    await expect.poll(types).toEqual(['payment_intent.succeeded', 'payment_intent.payment_failed'])
    expect(await readStatus(message)).toBe('completed')
  })

  it.each(['payment_intent.payment_failed', 'payment_intent.canceled', 'payment_intent.processing'])(
    'the event %s does not override a payment that has already succeeded',
    async (type) => {
      const { deal, message, intent } = await paidUnnoticed()
      const event = createEvent(type, intent)
      expect(await send(event)).toBe(200)
      expect(await eventRow(event['id'])).toMatchObject({
        type,
        object_id: intent,
        handled_at: expect.any(Date) as unknown,
      })
      await environment.claim(deal.buyer, message, 'completed')
      expect(await readStatus(message)).toBe('completed')
    },
  )

  it('is not trusted even when signed, if Stripe’s current state differs', async () => {
    const message = await environment.asked(await environment.ownDeal())
    const event = createEvent('payment_intent.succeeded', (await environment.stored(message)).intent)
    expect(await send(event)).toBe(200)
    expect(await readStatus(message)).toBe('pending')
  })

  it('rejects the request of a cancelled intent', async () => {
    const message = await environment.asked(await environment.ownDeal())
    await environment.stripe.paymentIntents.cancel((await environment.stored(message)).intent)
    await expect.poll(() => readStatus(message)).toBe('rejected')
  })

  it.each([
    ['of an unknown type', createEvent('teapot.boiled', 'tea_1')],
    ['of an intent that is not ours', createEvent('payment_intent.succeeded', 'pi_elsewhere')],
    ['of an unknown account', createEvent('account.updated', 'acct_elsewhere')],
    [
      'of something without an id',
      { ...createEvent('balance.available', 'x'), data: { object: { object: 'balance' } } },
    ],
  ])('an event %s is stored and has no other effect', async (_name, event) => {
    expect(await send(event)).toBe(200)
    expect(await eventRow(event['id'])).toMatchObject({ type: event['type'], handled_at: expect.any(Date) as unknown })
  })

  it('updates the seller whose account it names, and stops payments to a restricted seller', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    const tab = await app.live(deal.seller)
    await environment.control(`/accounts/${await environment.findAccount(deal.seller)}/capability`, {
      status: 'restricted',
    })
    await expect.poll(() => tab.listEvents('seller.updated').at(-1)?.status).toBe('in_progress')
    expect(await environment.secret(deal.buyer, message)).toMatchObject({
      status: 403,
      body: { code: 'SELLER_NOT_SET_UP' },
    })
  })

  it.each([
    [
      'capability.updated',
      (account: string) => ({ data: { object: { id: 'transfers', object: 'capability', account } } }),
    ],
    ['account.application.deauthorized', (account: string) => ({ account, data: { object: { id: 'ca_1' } } })],
  ])(
    '%s updates the account that the event names, even if the event’s object is something else',
    async (type, about) => {
      const deal = await environment.ownDeal()
      const account = await environment.findAccount(deal.seller)
      await environment.control('/webhooks/pause')
      await environment.control(`/accounts/${account}/capability`, { status: 'restricted' })
      expect((await environment.ask(deal.seller, deal.room.id)).body).toMatchObject({ code: 'SELLER_NOT_SET_UP' })
      expect(await send({ ...createEvent(type, 'x'), ...about(account) })).toBe(200)
      const { body } = await app.api<{ status: string }>(deal.seller, 'GET', '/api/payments/account')
      expect(body.status).toBe('in_progress')
    },
  )
})

describe('an event that cannot be handled', () => {
  const keepFromReading = (intent: string) =>
    environment.control('/faults', {
      method: 'GET',
      path_prefix: `/v1/payment_intents/${intent}`,
      mode: 'refuse',
      times: 3,
    })

  it('is answered with 503, and handled when Stripe sends it again', async () => {
    const { message, intent } = await paidUnnoticed()
    await keepFromReading(intent)
    const event = createEvent('payment_intent.succeeded', intent)
    expect(await send(event)).toBe(503)
    expect(await eventRow(event['id'])).toMatchObject({ handled_at: null })
    expect(await readStatus(message)).toBe('pending')
    expect(await send(event)).toBe(200)
    expect(await readStatus(message)).toBe('completed')
    expect(await eventRow(event['id'])).toMatchObject({ handled_at: expect.any(Date) as unknown })
  })

  it('is handled by the reconciliation when Stripe never sends it again', async () => {
    const { message, intent } = await paidUnnoticed()
    await keepFromReading(intent)
    const event = createEvent('payment_intent.succeeded', intent)
    expect(await send(event)).toBe(503)
    await app.sql('UPDATE stripe_events SET next_try_at = now() WHERE id = $1', [event['id']])
    await expect.poll(() => readStatus(message)).toBe('completed')
    await expect.poll(async () => (await eventRow(event['id']))?.handled_at).not.toBeNull()
  })
})

describe('a lost webhook', () => {
  it('is compensated by the reconciliation at the next check', async () => {
    const { deal, message } = await paidUnnoticed()
    const tab = await app.live(deal.seller)
    expect((await environment.stored(message)).check_at).not.toBeNull()
    expect(await readStatus(message)).toBe('pending')
    await app.sql('UPDATE payment_requests SET check_at = now() WHERE id = $1', [message.payment_request_id])
    await expect.poll(() => tab.listEvents('message.updated').map(({ status }) => status)).toEqual(['completed'])
    expect(await environment.stored(message)).toMatchObject({ check_at: null })
  })

  it('leaves an unpaid request pending, with checks at growing intervals', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    expect((await environment.stored(message)).check_at).toBeNull()
    await environment.secret(deal.buyer, message)
    const pauses = []
    for (const _ of upTo(12)) {
      const [before] = await app.sql<{ checks: number }>(
        'UPDATE payment_requests SET check_at = now() WHERE id = $1 RETURNING checks',
        [message.payment_request_id],
      )
      const now = async () =>
        (
          await app.sql<{ checks: number; minutes: number }>(
            `SELECT checks, round(extract(epoch FROM check_at - now()) / 60)::int AS minutes
             FROM payment_requests WHERE id = $1`,
            [message.payment_request_id],
          )
        )[0]
      await expect.poll(async () => (await now())?.checks).toBe((before?.checks ?? 0) + 1)
      pauses.push((await now())?.minutes)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440])
    expect(await readStatus(message)).toBe('pending')
  })
})

describe('an invalid webhook request', () => {
  const event = (): Record<string, unknown> => createEvent('payment_intent.succeeded', 'pi_1')

  it.each<[string, Sending]>([
    ['without a signature', { headers: { 'stripe-signature': '' } }],
    ['with a signature that says nothing', { headers: { 'stripe-signature': 'stripe' } }],
    ['signed with another secret', { secret: 'whsec_other' }],
    ['signed for another body', { sent: JSON.stringify(createEvent('payment_intent.succeeded', 'pi_2')) }],
    ['that is older than five minutes', { timestamp: nowS() - 302 }],
    ['that is more than five minutes ahead', { timestamp: nowS() + 4000 }],
    ['in an older scheme', { headers: { 'stripe-signature': `t=${nowS()},v0=${'a'.repeat(64)}` } }],
  ])('a request %s is refused with 400 and not stored', async (_name, options) => {
    const refused = event()
    expect(await send(refused, options)).toBe(400)
    expect(await eventRow(refused['id'])).toBeUndefined()
  })

  it('counts as a failure when its signature is correct but its time is wrong, as with a wrong clock', async () => {
    const failures = () => app.sql(`SELECT kind FROM failure_counts WHERE kind = 'webhook_time'`)
    await send(event(), { timestamp: nowS() + 4000 })
    await expect.poll(failures, { timeout: 20_000 }).not.toEqual([])
  })

  it('is refused with two timestamps, although the signature is correct for one of them', async () => {
    const refused = event()
    const payload = JSON.stringify(refused)
    const timestamp = nowS()
    const { webhookSecret: secret } = environment.keys
    const header = environment.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    expect(await send(payload, { headers: { 'stripe-signature': `t=${timestamp - 9999},${header}` } })).toBe(400)
    expect(await eventRow(refused['id'])).toBeUndefined()
  })

  it('is refused when it arrives at the wrong kind of webhook endpoint', async () => {
    const refused = event()
    expect(await send(refused, { secret: environment.keys.thinWebhookSecret })).toBe(400)
    expect(await send(refused, { kind: 'thin' })).toBe(400)
    const thin = {
      id: newEventId(),
      object: 'v2.core.event',
      type: 'v2.core.account.updated',
      created: new Date().toISOString(),
    }
    expect(await send(thin)).toBe(400)
    expect(await send(thin, { kind: 'thin' })).toBe(200)
    const { webhookSecret, connectWebhookSecret, thinWebhookSecret } = environment.keys
    for (const [kind, own] of [
      ['snapshot', webhookSecret],
      ['connect', connectWebhookSecret],
    ] as const)
      for (const secret of [webhookSecret, connectWebhookSecret, thinWebhookSecret])
        expect(await send(event(), { kind, secret })).toBe(secret === own ? 200 : 400)
  })

  it('is stored without effect when it is live and the server is in test mode', async () => {
    const { message, intent } = await paidUnnoticed()
    const other = createEvent('payment_intent.succeeded', intent, { livemode: true })
    expect(await send(other)).toBe(200)
    expect(await readStatus(message)).toBe('pending')
    expect(await eventRow(other['id'])).toMatchObject({ handled_at: expect.any(Date) as unknown })
  })

  it.each(['', 'null', '[]', '{}', 'nonsense', '{"id":"evt_1"}', '{"id":"evt_1","type":"x","created":"now"}'])(
    'is refused with 400 for the body %j',
    async (payload) => {
      for (const kind of ['snapshot', 'connect', 'thin'] as const) expect(await send(payload, { kind })).toBe(400)
    },
  )

  it('is refused with 413 when it is larger than any event', async () => {
    expect(await send({ ...event(), padding: 'x'.repeat(300_000) })).toBe(413)
  })

  it('is refused when it comes from a page of another site', async () => {
    const refused = event()
    expect(await send(refused, { headers: { origin: 'https://elsewhere.example' } })).toBe(403)
    expect(await send(refused, { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403)
    expect(await eventRow(refused['id'])).toBeUndefined()
    expect(await send(refused)).toBe(200)
  })

  it('passes Stripe’s own SDK if its timestamp is in the future', () => {
    const payload = JSON.stringify(event())
    const secret = 'whsec_test'
    const header = environment.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: nowS() + 400 })
    expect(() => new Stripe('sk_test_1').webhooks.constructEvent(payload, header, secret)).not.toThrow()
  })
})
