import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect } from 'vitest'

import { openRecordingDatabase } from '@kundig/testing/database/recording-database'
import { type Deal, openPaymentEnvironment, type PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { paymentAttachments } from '../../../src/features/books/ports.ts'
import { MessageBatches, createMessageStore } from '../../../src/features/chat/messages/message-batches.ts'
import { MessageService } from '../../../src/features/chat/messages/message.service.ts'
import { createPrimaryReads } from '../../../src/platform/database/replica.ts'

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)

beforeAll(async () => {
  // These tests pause Stripe's events. webhooks.test.ts tests the events.
  await environment.control('/webhooks/pause')
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const intentsFor = (deal: Deal) =>
  app.sql<{ status: string }>(
    `SELECT data->>'status' AS status FROM stripe_simulator.objects
     WHERE kind = 'payment_intent' AND data->'metadata'->>'room_id' = $1`,
    [deal.room.id],
  )

describe('creating a payment request', () => {
  // spec 3.16, 6.20, 7.25
  it('shows both people a message with the amount in cents, live, on the page and after a reconnect', async ({
    deal,
  }) => {
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    const message = await environment.asked(deal, { amount: '19,99', description: 'A <b>morning</b> of help' })
    expect(message).toMatchObject({
      type: 'payment_request',
      content: 'A morning of help',
      description: 'A morning of help',
      sender_id: deal.seller.id,
      amount: 1999,
      currency: 'eur',
      status: 'pending',
      read: false,
    })
    for (const tab of tabs) await expect.poll(() => tab.listEvents('message.created')).toEqual([message])
    for (const person of [deal.seller, deal.buyer]) {
      expect((await app.page(person, deal.room.id)).items).toEqual([message])
      const { rooms } = await app.resume(person, [{ room_id: deal.room.id, last_seq: 0, change_seq: 0 }])
      expect(rooms).toMatchObject([{ messages: [message] }])
    }
    expect(await environment.request(deal.buyer, message)).toEqual({
      id: message.payment_request_id,
      room_id: deal.room.id,
      message_id: message.id,
      sellerId: deal.seller.id,
      buyerId: deal.buyer.id,
      amount: 1999,
      currency: 'eur',
      status: 'pending',
      description: 'A morning of help',
      ended_by: null,
      expires_at: expect.any(String) as unknown,
      new_card_only: false,
      is_test: true,
      fee_amount: null,
      createdAt: expect.any(String) as unknown,
      updatedAt: expect.any(String) as unknown,
    })
    const asked = { seq: 1, type: 'payment_request', amount: 1999, currency: 'eur', status: 'pending', ended_by: null }
    expect(await app.getRoom(deal.buyer, deal.room.id)).toMatchObject({
      last_seq: 1,
      unread_count: 1,
      last_message: { ...asked, sender_id: deal.seller.id },
    })
  })

  // spec 7.24
  it('creates an intent for this amount, buyer and seller, without a card', async ({ deal, message }) => {
    expect(message.content).toBe('Payment request')
    expect(await environment.findIntent(message)).toMatchObject({
      amount: 1999,
      currency: 'eur',
      customer: await environment.findCustomer(deal.buyer),
      transfer_data: { destination: await environment.findAccount(deal.seller) },
      metadata: { payment_request_id: message.payment_request_id, room_id: deal.room.id },
      allowed_payment_method_types: ['card'],
      on_behalf_of: null,
      payment_method: null,
      status: 'requires_payment_method',
    })
  })

  describe('with wrong input', () => {
    let deal: Deal
    beforeAll(async () => {
      deal = await environment.deal()
    })

    it.each([
      ['', 'AMOUNT_REQUIRED'],
      ['NaN', 'AMOUNT_INVALID'],
      ['-1', 'AMOUNT_TOO_SMALL'],
      [-1, 'AMOUNT_TOO_SMALL'],
      ['0', 'AMOUNT_TOO_SMALL'],
      ['1e3', 'AMOUNT_INVALID'],
      ['0x10', 'AMOUNT_INVALID'],
      ['0.005', 'AMOUNT_INVALID'],
      ['100000', 'AMOUNT_TOO_LARGE'],
      ['99999.999', 'AMOUNT_INVALID'],
      [{ cents: 5 }, 'INVALID_INPUT'],
      [null, 'INVALID_INPUT'],
    ])('refuses the amount %j: %s', async (amount, code) => {
      expect(await environment.ask(deal.seller, deal.room.id, { amount })).toMatchObject({
        status: 400,
        body: { code },
      })
      expect(await intentsFor(deal)).toEqual([])
    })

    // spec 7.24, 9.19
    it.each([{ status: 'completed' }, { buyerId: randomUUID() }, { currency: 'usd' }, { payment_intent: 'pi_1' }])(
      'refuses the extra field %j',
      async (extra) => {
        const answer = await environment.ask(deal.seller, deal.room.id, extra)
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
      },
    )
  })

  // spec 7.17, 9.20
  it.each([
    ['99999.99', 9_999_999],
    [0.57, 57],
    ['1.1', 110],
  ])('converts %j to exactly %d cents', async (amount, cents) => {
    const deal = await environment.deal()
    const message = await environment.asked(deal, { amount })
    expect([message.amount, (await environment.findIntent(message)).amount]).toEqual([cents, cents])
  })

  it('treats an invisible description as empty', async () => {
    const message = await environment.asked(await environment.deal(), { description: '\u200B \u2060' })
    expect(message).toMatchObject({ content: 'Payment request', description: '' })
  })

  // spec 5.18, 9.6
  it('accepts descriptions of up to 1,000 characters and passes them whole to Stripe', async ({ deal }) => {
    const description = 'x'.repeat(950) + '🪚'.repeat(50)
    const message = await environment.asked(deal, { description })
    expect(message).toMatchObject({ description, content: description })
    expect((await environment.findIntent(message)).description).toBe(description)
    expect(toOutcome(await environment.ask(deal.seller, deal.room.id, { description: `${description}.` }))).toBe(
      '400 TEXT_TOO_LONG',
    )
  })

  it('fails below Stripe’s minimum amount with an explanation, and succeeds with a higher amount', async ({ deal }) => {
    const client_id = randomUUID()
    const answer = await environment.ask(deal.seller, deal.room.id, { client_id, amount: '0.49' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'AMOUNT_BELOW_LEAST' } })
    expect(await environment.asked(deal, { client_id, amount: '0.50' })).toMatchObject({ amount: 50, seq: 1 })
  })

  // spec 5.54, 6.20
  it('creates no intent when the seller cannot be paid', async ({ deal }) => {
    const answer = await environment.ask(deal.buyer, deal.room.id)
    expect(answer).toMatchObject({ status: 403, body: { code: 'SELLER_NOT_SET_UP' } })
    expect(await intentsFor(deal)).toEqual([])
  })

  // spec 5.55
  it('replaces a customer that was deleted at Stripe, and the request can be paid', async ({ deal }) => {
    await app.must(deal.buyer, 'POST', '/api/payments/cards/setup')
    const gone = await environment.findCustomer(deal.buyer)
    await app.sql('DELETE FROM stripe_simulator.objects WHERE id = $1', [gone])
    const message = await environment.paid(deal)
    expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
    expect(await environment.findCustomer(deal.buyer)).not.toBe(gone)
  })

  // spec 5.55
  it('creates no intent when Stripe refuses to create the buyer’s customer', async () => {
    const deal = await environment.ownDeal()
    await app.sql(`UPDATE stripe_links SET gone_at = now() WHERE user_id = $1 AND kind = 'customer'`, [deal.buyer.id])
    const code = 'email_invalid'
    await environment.control('/faults', { path_prefix: '/v1/customers', mode: 'refuse', status: 400, code })
    expect(toOutcome(await environment.ask(deal.seller, deal.room.id))).toBe('409 BUYER_NOT_SET_UP')
    expect(await intentsFor(deal)).toEqual([])
    await environment.control('/faults/clear')
  })

  it('creates one intent and one message from twenty concurrent calls with one client id', async ({ deal }) => {
    const tab = await app.live(deal.buyer)
    const client_id = randomUUID()
    const answers = await Promise.all(upTo(20).map(() => environment.ask(deal.seller, deal.room.id, { client_id })))
    const [first] = answers
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: first?.body })
    expect(await intentsFor(deal)).toHaveLength(1)
    expect((await app.page(deal.buyer, deal.room.id)).items).toEqual([first?.body])
    // A person's events arrive in order, so once this event has arrived, all earlier events have too.
    const { body: last } = await app.send(deal.seller, deal.room.id, 'That was that')
    await expect.poll(() => tab.listEvents('message.created').at(-1)?.id).toBe(last.id)
    expect(new Set(tab.listEvents('message.created').map(({ id }) => id))).toEqual(new Set([first?.body.id, last.id]))
  })

  it('returns the first message for a repeated client id, with any amount and even after payment', async ({ deal }) => {
    const client_id = randomUUID()
    const message = await environment.asked(deal, { client_id })
    expect(await environment.asked(deal, { client_id, amount: '5000' })).toEqual(message)
    await environment.pay(deal, message)
    await environment.claim(deal.buyer, message, 'completed')
    await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    expect(await environment.asked(deal, { client_id })).toMatchObject({ id: message.id, status: 'completed' })
    expect(await intentsFor(deal)).toHaveLength(1)
  })

  it('creates no second message when a text message and a payment request share one client id', async ({ deal }) => {
    const [ofText, ofRequest] = [randomUUID(), randomUUID()]
    await app.send(deal.seller, deal.room.id, 'Good day', ofText)
    expect(toOutcome(await environment.ask(deal.seller, deal.room.id, { client_id: ofText }))).toBe('400 INVALID_INPUT')
    const message = await environment.asked(deal, { client_id: ofRequest })
    expect((await app.send(deal.seller, deal.room.id, 'Pay me', ofRequest)).body).toEqual(message)
    expect((await app.page(deal.buyer, deal.room.id)).items.map(({ type }) => type)).toEqual([
      undefined,
      'payment_request',
    ])
    expect((await app.send(deal.buyer, deal.room.id, 'Fine', ofRequest)).body).toMatchObject({
      content: 'Fine',
      seq: 3,
    })
  })

  it('creates either the request or the text message when both use one client id concurrently', async () => {
    for (const _ of upTo(5)) {
      const deal = await environment.deal()
      const client_id = randomUUID()
      const [asked, sent] = await Promise.all([
        environment.ask(deal.seller, deal.room.id, { client_id }),
        app.send(deal.seller, deal.room.id, 'Or a text', client_id),
      ])
      const { items } = await app.page(deal.buyer, deal.room.id)
      expect(items).toHaveLength(1)
      expect(sent.body.id).toBe(items[0]?.id)
      const [row] = await app.sql<{ count: number }>('SELECT count(*)::int FROM payment_requests WHERE room_id = $1', [
        deal.room.id,
      ])
      const isRequest = items[0]?.type === 'payment_request'
      expect(row?.count).toBe(isRequest ? 1 : 0)
      expect(asked.status).toBe(isRequest ? 200 : 400)
      const open = (await intentsFor(deal)).filter(({ status }) => status !== 'canceled')
      expect(open).toHaveLength(isRequest ? 1 : 0)
    }
  })

  it.each(['refuse', 'drop', 'drop_answer'])(
    'resumes where the first call stopped when Stripe failed (%s)',
    async (mode) => {
      const deal = await environment.deal()
      const client_id = randomUUID()
      // Stripe fails more often than the SDK retries.
      await environment.control('/faults', { method: 'POST', path_prefix: '/v1/payment_intents', mode, times: 3 })
      const failed = await environment.ask(deal.seller, deal.room.id, { client_id })
      expect(failed).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
      expect((await app.page(deal.buyer, deal.room.id)).items).toEqual([])
      await environment.control('/faults/clear')
      await environment.asked(deal, { client_id })
      expect(await intentsFor(deal)).toHaveLength(1)
      expect((await app.page(deal.buyer, deal.room.id)).items).toHaveLength(1)
    },
  )

  it('resumes with another idempotency key when Stripe stored an error for the first key', async ({ deal }) => {
    const client_id = randomUUID()
    await environment.control('/faults', {
      method: 'POST',
      path_prefix: '/v1/payment_intents',
      mode: 'drop_answer',
      times: 3,
    })
    await environment.ask(deal.seller, deal.room.id, { client_id })
    await environment.control('/faults/clear')
    await app.sql(
      `UPDATE stripe_simulator.idempotency_keys SET status = 500, body = '{"error":{"type":"api_error"}}'
       WHERE key IN (SELECT 'pr:' || id FROM payment_requests WHERE room_id = $1)`,
      [deal.room.id],
    )
    expect(await environment.ask(deal.seller, deal.room.id, { client_id })).toMatchObject({ status: 503 })
    const message = await environment.asked(deal, { client_id })
    await environment.pay(deal, message)
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
  })

  it('shows nothing and leaves no payable intent when the room closes during the call', async ({ deal }) => {
    await environment.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'hold_answer' })
    const asking = environment.ask(deal.seller, deal.room.id)
    await expect.poll(async () => (await intentsFor(deal)).length).toBe(1)
    await app.must(deal.buyer, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    await environment.control('/faults/clear')
    expect(toOutcome(await asking)).toBe('409 ROOM_CLOSED')
    expect(await intentsFor(deal)).toEqual([{ status: 'canceled' }])
    expect(await app.sql('SELECT 1 FROM payment_requests WHERE room_id = $1', [deal.room.id])).toEqual([])
    expect((await app.page(deal.buyer, deal.room.id)).items).toEqual([])
  })
})

describe('rate limits', () => {
  it('allow one person at most twenty requests a minute', { tags: 'slow' }, async () => {
    const limited = await createTestApp({ payments: 'simulator', attemptLimitFactor: 1 })
    const small = await openPaymentEnvironment(limited, { databaseUrl: limited.databaseUrl, sql: limited.sql })
    try {
      const deal = await small.deal()
      for (const _ of upTo(20)) await small.asked(deal)
      const refused = await small.ask(deal.seller, deal.room.id)
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await small.close()
      await limited.close()
    }
  })
})

describe('messages without a payment request', () => {
  it('are still stored with a single SQL statement', async ({ deal }) => {
    const recording = await openRecordingDatabase(app.databaseUrl)
    try {
      const events = { messageSent: () => undefined } as unknown as ConstructorParameters<
        typeof MessageService
      >[0]['events']
      const batches = new MessageBatches(createMessageStore({ db: recording.db, batchDb: recording.db }))
      const { db } = recording
      const messages = new MessageService({
        db,
        reads: createPrimaryReads(db),
        batches,
        payments: paymentAttachments,
        events,
      })
      await messages.send(deal.seller.id, { room_id: deal.room.id, client_id: randomUUID(), content: 'Good day' })
      expect(recording.statements).toHaveLength(1)
    } finally {
      await recording.close()
    }
  })

  it('contain no payment fields', async ({ deal }) => {
    const { body } = await app.send(deal.seller, deal.room.id, 'Good day')
    const fields: (keyof PaymentMessage)[] = [
      'type',
      'payment_request_id',
      'amount',
      'currency',
      'status',
      'description',
      'ended_by',
      'expires_at',
      'new_card_only',
    ]
    for (const field of fields) expect(body).not.toHaveProperty(field)
  })
})
