import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import { openSql } from '@kundig/testing/database/test-database'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person, Tab } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

// On a busy machine, concurrent calls wait long for each other.
const app = useTestApp({ payments: 'simulator', databaseLockTimeoutMs: 14_000, paymentReconcileMs: 150 })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)

beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const listUpdates = (tab: Tab, { id }: Message) =>
  tab.listEvents('message.updated').filter((message) => message.id === id)

type StoredRefund = {
  id: string
  amount: number
  status: string
  made_by: string
  stripe_refund_id: string | null
  failure: string | null
}
const stored = (message: PaymentMessage) =>
  app.sql<StoredRefund>(
    `SELECT id, amount, status, made_by, stripe_refund_id, failure FROM refunds
     WHERE payment_request_id = $1 ORDER BY created_at, id`,
    [message.payment_request_id],
  )
async function atStripe(message: PaymentMessage) {
  const { intent } = await environment.stored(message)
  const [charge] = (await environment.stripe.charges.list({ payment_intent: intent, expand: ['data.transfer'] })).data
  const refunds = (await environment.stripe.refunds.list({ payment_intent: intent })).data
  const transfer = charge?.transfer
  return {
    refunds,
    cents: charge?.amount_refunded,
    fromSeller: typeof transfer === 'object' && transfer !== null ? transfer.amount_reversed : null,
  }
}
const listNotifications = async (who: Person, { room_id: roomId }: PaymentMessage) =>
  (await app.must<{ items: Notification[] }>(who, 'GET', '/api/notifications')).items.filter(
    ({ room_id: room, kind }) => room === roomId && kind.startsWith('refund_'),
  )
const listKinds = async (who: Person, message: PaymentMessage) =>
  (await listNotifications(who, message)).map(({ kind }) => kind)
const shown = async (deal: Deal) => (await app.page(deal.buyer, deal.room.id)).items[0]
const stripeIsAway = () =>
  environment.control('/faults', { method: 'POST', path_prefix: '/v1/refunds', mode: 'drop', times: 1000 })
/** Makes refunds due now, instead of after a minute. */
const letBeDue = (message: PaymentMessage) =>
  app.sql('UPDATE refunds SET check_at = now() WHERE payment_request_id = $1 AND check_at IS NOT NULL', [
    message.payment_request_id,
  ])

describe('a refund by the seller', () => {
  it('refunds a part, then the remaining amount, live for both people, in all tabs and after a reconnect', async ({
    deal,
    paid: message,
  }) => {
    const { change_seq: changeSeq } = await app.getRoom(deal.buyer, deal.room.id)
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.seller), app.live(deal.buyer)])
    const { status, body } = await environment.refund(deal.seller, message, {
      amount: '12,00',
      reason: '  Half an hour <b>only</b> ',
    })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        id: message.id,
        status: 'completed',
        refunds: [{ amount: 1200, status: 'succeeded', by: 'seller', reason: 'Half an hour only' }],
      },
    })
    for (const tab of tabs) await expect.poll(() => listUpdates(tab, message).at(-1)?.refunds).toEqual(body.refunds)
    const resumed = await app.must<{ rooms: { changed: Message[] }[] }>(deal.buyer, 'POST', '/api/chat-rooms/resume', {
      rooms: [{ room_id: deal.room.id, last_seq: message.seq, change_seq: changeSeq }],
    })
    expect(resumed.rooms[0]?.changed).toMatchObject([{ id: message.id, refunds: body.refunds }])
    expect(await shown(deal)).toMatchObject({ refunds: body.refunds })
    expect(await atStripe(message)).toMatchObject({ cents: 1200, fromSeller: 1200 })

    expect(toOutcome(await environment.refund(deal.seller, message, { amount: '8' }))).toBe('409 REFUND_TOO_LARGE')
    expect((await environment.refund(deal.seller, message, { amount: '7.99' })).status).toBe(200)
    expect(await atStripe(message)).toMatchObject({ cents: 1999, fromSeller: 1999 })
    expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
    expect(await environment.refund(deal.seller, message, { amount: '0.01' })).toMatchObject({ status: 409 })
    await expect.poll(() => listKinds(deal.buyer, message)).toEqual(['refund_received', 'refund_received'])
    expect(await listNotifications(deal.buyer, message)).toMatchObject([
      { amount: 799, currency: 'eur', actor: { id: deal.seller.id } },
      { amount: 1200, currency: 'eur', actor: { id: deal.seller.id } },
    ])
    expect(await listKinds(deal.seller, message)).toEqual([])
  })

  it('works in a closed room', async ({ deal, paid: message }) => {
    await app.must(deal.buyer, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    expect((await environment.refund(deal.seller, message)).body).toMatchObject({ refunds: [{ status: 'succeeded' }] })
  })

  describe('with wrong input', () => {
    let deal: Deal
    let message: PaymentMessage
    beforeAll(async () => {
      deal = await environment.deal()
      message = await environment.paid(deal)
    })

    it.each([
      [{ amount: '' }, 'AMOUNT_REQUIRED'],
      [{ amount: 'NaN' }, 'AMOUNT_INVALID'],
      [{ amount: '-1' }, 'AMOUNT_TOO_SMALL'],
      [{ amount: '1e3' }, 'AMOUNT_INVALID'],
      [{ amount: '0x10' }, 'AMOUNT_INVALID'],
      [{ amount: '0.005' }, 'AMOUNT_INVALID'],
      [{ amount: '0' }, 'AMOUNT_TOO_SMALL'],
      [{ amount: '100000' }, 'AMOUNT_TOO_LARGE'],
      [{ reason: '' }, 'REFUND_REASON_REQUIRED'],
      [{ reason: ' \u200B ' }, 'REFUND_REASON_REQUIRED'],
      [{ reason: '<br>' }, 'ONLY_MARKUP'],
      [{ reason: 'a'.repeat(1001) }, 'TEXT_TOO_LONG'],
    ])('is refused for %j: %s', async (input, code) => {
      expect(await environment.refund(deal.seller, message, input)).toMatchObject({ status: 400, body: { code } })
      expect(await stored(message)).toEqual([])
    })
  })

  it('is made once when sent repeatedly with one client id, concurrently and later', async ({
    deal,
    paid: message,
  }) => {
    const input = { client_id: randomUUID(), amount: '3' }
    const answers = await Promise.all(upTo(10).map(() => environment.refund(deal.seller, message, input)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await environment.refund(deal.seller, message, { ...input, amount: '4' })
    expect(await stored(message)).toMatchObject([{ amount: 300, status: 'succeeded' }])
    expect(await atStripe(message)).toMatchObject({ cents: 300, fromSeller: 300 })
  })

  it('never exceeds the payment under concurrent refunds', async ({ deal, paid: message }) => {
    const answers = await Promise.all(upTo(12).map(() => environment.refund(deal.seller, message)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body).toMatchObject({ code: 'REFUND_TOO_LARGE' })
    }
    expect(await atStripe(message)).toMatchObject({ cents: 1500, fromSeller: 1500 })
  })
})

describe('the database', () => {
  it('accepts only one of two concurrent refunds that together exceed the payment', async ({ paid: message }) => {
    const insert = `INSERT INTO refunds (payment_request_id, amount, made_by, from_seller, with_fee)
                    VALUES ('${message.payment_request_id}', 1200, 'seller', true, false)`
    const [one, other] = await Promise.all([openSql(app.databaseUrl), openSql(app.databaseUrl)])
    for (const sql of [one, other]) {
      await sql.query('BEGIN')
      await sql.query(insert)
    }
    const ends = await Promise.allSettled([one.query('COMMIT'), other.query('COMMIT')])
    await Promise.all([one.close(), other.close()])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(JSON.stringify(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : '')))).toContain(
      'more than was paid',
    )
    // Prevents the server from reading this test's rows from Stripe.
    await app.sql('DELETE FROM refunds WHERE payment_request_id = $1', [message.payment_request_id])
  })

  it('refuses changes of a refund’s facts and final status', async ({ deal, paid: message }) => {
    await environment.refund(deal.seller, message)
    const [refund] = await stored(message)
    const change = (set: string) => app.sql(`UPDATE refunds SET ${set} WHERE id = $1`, [refund?.id])
    for (const set of ['amount = 1', "made_by = 'stripe'", "stripe_refund_id = 're_other'", "status = 'pending'"]) {
      await expect(change(set)).rejects.toThrow('already')
    }
    const pending = await environment.asked(deal)
    await expect(
      app.sql(
        `INSERT INTO refunds (payment_request_id, amount, made_by, from_seller, with_fee) VALUES ($1, 1, 'seller', true, false)`,
        [pending.payment_request_id],
      ),
    ).rejects.toThrow('more than was paid')
  })
})

describe('a refund from Stripe’s dashboard', () => {
  const refundAtStripe = async (message: PaymentMessage, input: object = {}) =>
    environment.control<{ id: string }>(`/payment_intents/${(await environment.stored(message)).intent}/refund`, input)

  it('repeated and reordered events of one refund create one row and one message', async ({ deal, paid: message }) => {
    const tab = await app.live(deal.seller)
    await environment.control('/webhooks/pause')
    await environment.control('/webhooks/rules', { type_prefix: 'refund.', action: 'duplicate', copies: 10 })
    await refundAtStripe(message, { amount: 1200 })
    await environment.control('/webhooks/resume', { order: 'newest_first' })
    await expect
      .poll(() => listUpdates(tab, message).at(-1)?.refunds, SOON)
      .toMatchObject([{ amount: 1200, status: 'succeeded', by: 'stripe', reason: '' }])
    await expect.poll(() => listKinds(deal.buyer, message)).toEqual(['refund_received'])
    await expect.poll(() => listKinds(deal.seller, message)).toEqual(['refund_taken'])
    expect(await stored(message)).toMatchObject([{ amount: 1200, made_by: 'stripe' }])
    expect(listUpdates(tab, message).filter(({ refunds = [] }) => refunds.length > 0)).toHaveLength(1)
    expect(await environment.refund(deal.seller, message, { amount: '8' })).toMatchObject({ status: 409 })
  })

  it('a refund at Stripe is recorded together with a payment whose webhooks were lost', async ({ deal, message }) => {
    await environment.control('/webhooks/rules', { type_prefix: 'payment_intent.', action: 'drop', times: 2 })
    await environment.pay(deal, message)
    await refundAtStripe(message)
    await expect
      .poll(() => shown(deal), SOON)
      .toMatchObject({
        status: 'completed',
        refunds: [{ amount: 1999, status: 'succeeded', by: 'stripe' }],
      })
  })

  it('a refund from Stripe’s dashboard cancels a pending refund that exceeds the remaining amount', async ({
    deal,
    paid: message,
  }) => {
    await stripeIsAway()
    const kept = await environment.refund(deal.seller, message, { amount: '5' })
    expect(kept.body).toMatchObject({ refunds: [{ amount: 500, status: 'pending' }] })
    expect((await environment.refund(deal.seller, message, { amount: '10' })).status).toBe(200)
    await refundAtStripe(message, { amount: 1200 })
    await expect
      .poll(() => stored(message), SOON)
      .toMatchObject([
        { amount: 500, status: 'pending' },
        { amount: 1000, status: 'canceled', failure: 'gave_way', stripe_refund_id: null },
        { amount: 1200, status: 'succeeded', made_by: 'stripe' },
      ])
    await environment.control('/faults/clear')
    await letBeDue(message)
    await expect.poll(async () => (await stored(message))[0], SOON).toMatchObject({ amount: 500, status: 'succeeded' })
    expect(await atStripe(message)).toMatchObject({ cents: 1700, fromSeller: 1700 })
  })

  it('an earlier refund at Stripe is recorded when Stripe refuses our refund as too large', async ({
    deal,
    paid: message,
  }) => {
    await environment.control('/webhooks/pause')
    await refundAtStripe(message, { amount: 1500 })
    expect(toOutcome(await environment.refund(deal.seller, message, { amount: '10' }))).toBe('409 REFUND_TOO_LARGE')
    expect(await stored(message)).toMatchObject([
      { amount: 1500, status: 'succeeded', made_by: 'stripe' },
      { amount: 1000, status: 'canceled', failure: 'gave_way' },
    ])
    await environment.control('/webhooks/resume')
  })

  it('has no effect for a charge without a payment request', async () => {
    const intent = await environment.stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const { id } = await environment.stripe.refunds.create({ payment_intent: intent.id })
    await expect
      .poll(() => app.sql('SELECT 1 FROM stripe_events WHERE object_id = $1 AND handled_at IS NOT NULL', [id]), SOON)
      .not.toEqual([])
    expect(await app.sql('SELECT 1 FROM refunds WHERE stripe_refund_id = $1', [id])).toEqual([])
  })
})

describe('a refund at Stripe', () => {
  it('is pending during an outage, and sent once after it', async ({ deal, paid: message }) => {
    await stripeIsAway()
    const { status, body } = await environment.refund(deal.seller, message)
    expect({ status, body }).toMatchObject({ status: 200, body: { refunds: [{ status: 'pending' }] } })
    expect(await listKinds(deal.buyer, message)).toEqual([])
    await environment.control('/faults/clear')
    await letBeDue(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ status: 'succeeded' }])
    expect(await atStripe(message)).toMatchObject({ cents: 500 })
    await expect.poll(() => listKinds(deal.buyer, message)).toEqual(['refund_received'])
  })

  it('is found and not repeated when Stripe’s answer was lost and the idempotency key has expired', async ({
    deal,
    paid: message,
  }) => {
    await environment.control('/webhooks/pause')
    // The SDK retries automatically under the same idempotency key.
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/refunds', mode: 'drop_answer', times: 3 })
    expect((await environment.refund(deal.seller, message)).body).toMatchObject({ refunds: [{ status: 'pending' }] })
    await app.sql('DELETE FROM stripe_simulator.idempotency_keys WHERE key LIKE $1', ['refund:%'])
    await letBeDue(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ status: 'succeeded', made_by: 'seller' }])
    expect(await atStripe(message)).toMatchObject({ cents: 500, refunds: [{ amount: 500 }] })
    await environment.control('/webhooks/resume')
    expect(await stored(message)).toHaveLength(1)
  })

  it('succeeds once Stripe’s stored error for its idempotency key has expired', async ({ deal, paid: message }) => {
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/refunds', mode: 'refuse', status: 500 })
    expect((await environment.refund(deal.seller, message)).body).toMatchObject({ refunds: [{ status: 'pending' }] })
    await letBeDue(message)
    const sends = () =>
      app.sql('SELECT checks FROM refunds WHERE payment_request_id = $1', [message.payment_request_id])
    await expect.poll(sends, SOON).toEqual([{ checks: 1 }])
    await app.sql('DELETE FROM stripe_simulator.idempotency_keys WHERE key LIKE $1', ['refund:%'])
    await letBeDue(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ status: 'succeeded' }])
    expect(await atStripe(message)).toMatchObject({ cents: 500, fromSeller: 500 })
  })

  it('shows as pending first, and as done or failed later', async ({ deal }) => {
    const message = await environment.paid(deal, {}, 'pm_card_pendingRefund')
    const first = await environment.refund(deal.seller, message, { amount: '5' })
    expect(first.body).toMatchObject({ refunds: [{ status: 'pending' }] })
    await environment.refund(deal.seller, message, { amount: '6' })
    await environment.refund(deal.seller, message, { amount: '7' })
    const [done, failed, canceled] = await stored(message)
    await environment.control(`/refunds/${done?.stripe_refund_id}/succeed`)
    await environment.control(`/refunds/${failed?.stripe_refund_id}/fail`)
    await environment.control(`/refunds/${canceled?.stripe_refund_id}/cancel`)
    await expect
      .poll(async () => (await shown(deal))?.refunds?.map(({ status }) => status), SOON)
      .toEqual(['succeeded', 'failed', 'canceled'])
    await expect.poll(() => listKinds(deal.seller, message)).toEqual(['refund_failed', 'refund_failed'])
    await expect
      .poll(async () => (await listKinds(deal.buyer, message)).filter((kind) => kind === 'refund_failed'))
      .toHaveLength(2)
    expect((await environment.refund(deal.seller, message, { amount: '1.99' })).status).toBe(200)
  })

  it('shows as failed for good when Stripe reverses its success', async ({ deal, paid: message }) => {
    await environment.refund(deal.seller, message)
    const [refund] = await stored(message)
    await environment.control(`/refunds/${refund?.stripe_refund_id}/fail`)
    await expect.poll(() => shown(deal), SOON).toMatchObject({ status: 'completed', refunds: [{ status: 'failed' }] })
    expect(await stored(message)).toMatchObject([{ status: 'failed', failure: 'expired_or_canceled_card' }])
  })

  it('shows as failed when Stripe refuses it, and can be requested again', async ({ deal, paid: message }) => {
    await environment.control('/faults', {
      method: 'POST',
      path_prefix: '/v1/refunds',
      mode: 'refuse',
      status: 402,
    })
    expect(toOutcome(await environment.refund(deal.seller, message))).toBe('502 REFUND_FAILED')
    expect(await stored(message)).toMatchObject([{ status: 'failed', stripe_refund_id: null }])
    expect((await environment.refund(deal.seller, message, { amount: '19.99' })).status).toBe(200)
  })
})

it(
  'answers each of a hundred concurrent refunds of a payment with the refund or a time to retry',
  { tags: 'slow' },
  async ({ deal }) => {
    const message = await environment.paid(deal, { amount: '10' })
    const answers = await Promise.all(upTo(100).map(() => environment.refund(deal.seller, message, { amount: '0.01' })))
    const refunded = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    expect(refunded.length).toBeGreaterThan(0)
    await expect.poll(async () => (await atStripe(message)).cents, SOON).toBe(refunded.length)
  },
)

it('40 concurrent refunds pay back ten euros exactly once while Stripe fails', { tags: 'slow' }, async ({ deal }) => {
  const message = await environment.paid(deal, { amount: '10' })
  for (const mode of ['drop', 'drop_answer', 'refuse'] as const) {
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/refunds', mode, status: 503, times: 6 })
  }
  // On a busy machine, some calls wait too long for the payment's lock. Clients repeat these under the same id.
  const refundOnce = async (): Promise<number> => {
    const input = { client_id: randomUUID(), amount: '0.50' }
    for (;;) {
      const { status } = await environment.refund(deal.seller, message, input)
      if (status !== 503) return status
    }
  }
  const answers = await Promise.all(upTo(40).map(refundOnce))
  expect(answers.filter((status) => status === 200)).toHaveLength(20)
  await environment.control('/faults/clear')
  await letBeDue(message)
  await expect
    .poll(async () => (await stored(message)).filter(({ status }) => status === 'succeeded').length, SOON)
    .toBe(20)
  expect(await atStripe(message)).toMatchObject({ cents: 1000, fromSeller: 1000 })
})
