import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import { READY_CARDS } from '@kundig/testing/payments/cards'
import {
  openPaymentEnvironment,
  type PaymentEnvironment,
  type PaymentMessage,
} from '@kundig/testing/payments/payment-environment'
import { testDeals } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person, Tab } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { startApp } from '../../../src/app.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

/** Interval between checks for due requests (ms). */
const EVERY_MS = 50

let app: TestApp
let environment: PaymentEnvironment
const it = testDeals(() => environment)

beforeAll(async () => {
  app = await createTestApp({ payments: 'simulator', paymentReconcileMs: EVERY_MS })
  environment = await openPaymentEnvironment(app, { databaseUrl: app.databaseUrl, sql: app.sql })
  // These tests pause Stripe's events, so the server must read from Stripe. webhooks.test.ts tests the events.
  await environment.control('/webhooks/pause')
})
afterAll(async () => {
  await environment.close()
  await app.close()
})
beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const listUpdates = (tab: Tab, { id }: Message) =>
  tab.listEvents('message.updated').filter((message) => message.id === id)
const DECIDED = '409 PAYMENT_DECIDED'
const EXPIRED = { status: 'rejected', ended_by: 'expired', expires_at: null }

/** Sets the days until a request expires. Makes its next step due one second ago, because times are rounded. */
const leaveDays = (message: PaymentMessage, days: number) =>
  app.sql(
    `UPDATE payment_requests SET expires_at = now() + $2 * interval '1 day', next_step_at = now() - interval '1 second' WHERE id = $1`,
    [message.payment_request_id, days],
  )
const letTimeRunOut = (message: PaymentMessage) => leaveDays(message, -1 / 24 / 60)
const readNextStep = async (message: PaymentMessage) => {
  const [row] = await app.sql<{ is_due: boolean; awaits_expiry: boolean }>(
    'SELECT next_step_at <= now() AS is_due, next_step_at = expires_at AS awaits_expiry FROM payment_requests WHERE id = $1',
    [message.payment_request_id],
  )
  return row
}
const untilEnded = (message: PaymentMessage) =>
  expect.poll(async () => (await environment.stored(message)).status, SOON).not.toBe('pending')
const untilTaken = (message: PaymentMessage) =>
  expect.poll(async () => (await readNextStep(message))?.is_due).toBe(false)
const listNotifications = async (who: Person, message: PaymentMessage) =>
  (await app.must<{ items: Notification[] }>(who, 'GET', '/api/notifications')).items.filter(
    ({ subject_id: subject }) => subject === message.payment_request_id,
  )
const listKinds = async (who: Person, message: PaymentMessage) =>
  (await listNotifications(who, message)).map(({ kind }) => kind)
/** Waits for the buyer's notification, which is sent in the background, and only before the request's end. */
const waitForNotification = ({ payment_request_id: id }: PaymentMessage) =>
  expect
    .poll(() => app.sql('SELECT kind FROM notifications WHERE subject_id = $1', [id]))
    .toEqual([{ kind: 'payment_requested' }])

describe('an unpaid payment request', () => {
  it('shows both people its expiry, 14 days after its creation', async ({ deal, message }) => {
    const { expires_at: expiresAt, createdAt } = await environment.request(deal.buyer, message)
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(14 * 86_400_000)
    expect(message).toMatchObject({ expires_at: expiresAt })
    expect((await app.page(deal.buyer, deal.room.id)).items).toEqual([message])
    await environment.decline(deal.buyer, message)
    expect((await environment.request(deal.buyer, message)).expires_at).toBeNull()
  })

  // spec 4.20
  it('expires automatically, live for both people, in all tabs and after a reconnect, and notifies the seller', async ({
    deal,
    message,
  }) => {
    const { change_seq: changeSeq } = await app.getRoom(deal.buyer, deal.room.id)
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer), app.live(deal.buyer)])
    await waitForNotification(message)
    await letTimeRunOut(message)
    for (const tab of tabs) await expect.poll(() => listUpdates(tab, message), SOON).toMatchObject([EXPIRED])
    const [updated] = listUpdates(tabs[0], message)
    const resumed = await app.must<{ rooms: object[] }>(deal.buyer, 'POST', '/api/chat-rooms/resume', {
      rooms: [{ room_id: deal.room.id, last_seq: message.seq, change_seq: changeSeq }],
    })
    expect(resumed.rooms[0]).toMatchObject({ messages: [], changed: [updated] })
    expect((await app.getRoom(deal.seller, deal.room.id)).last_message).toMatchObject({ ended_by: 'expired' })
    expect(await environment.request(deal.seller, message)).toMatchObject(EXPIRED)
    await expect
      .poll(() => listNotifications(deal.seller, message))
      .toMatchObject([
        { kind: 'payment_expired', amount: 1999, currency: 'eur', actor: { id: deal.buyer.id }, room_id: deal.room.id },
      ])
    expect(await listNotifications(deal.buyer, message)).toMatchObject([{ kind: 'payment_requested', read: true }])
  })

  it('has its intent cancelled first, so that earlier client secrets can no longer pay', async ({ deal, message }) => {
    const { body } = await environment.secret(deal.buyer, message)
    await letTimeRunOut(message)
    await untilEnded(message)
    expect(await environment.findIntent(message)).toMatchObject({ status: 'canceled', amount_received: 0 })
    expect((await environment.confirm(body.clientSecret)).status).toBe(400)
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(DECIDED)
    expect(toOutcome(await environment.decline(deal.buyer, message))).toBe(DECIDED)
    expect(toOutcome(await environment.withdraw(deal.seller, message))).toBe(DECIDED)
    expect(await environment.charges(message)).toEqual({ count: 0, cents: 0 })
  })

  it('reminds the buyer once before it expires, and sends the buyer no notification afterwards', async ({
    deal,
    message,
  }) => {
    for (const days of [1.9, 1.8]) {
      await leaveDays(message, days)
      await expect.poll(async () => (await readNextStep(message))?.awaits_expiry, SOON).toBe(true)
    }
    await expect.poll(() => listKinds(deal.buyer, message)).toEqual(['payment_reminder', 'payment_requested'])
    expect(await listKinds(deal.seller, message)).toEqual([])
    await environment.withdraw(deal.seller, message)
    await expect
      .poll(async () => (await listNotifications(deal.buyer, message)).map(({ read }) => read))
      .toEqual([true, true])
  })

  it('sends no reminder when it is paid or its payment is processing', async ({ deal }) => {
    const [paid, underWay] = [await environment.asked(deal), await environment.asked(deal)]
    for (const message of [paid, underWay]) await waitForNotification(message)
    const { intent } = await environment.stored(underWay)
    await environment.control(`/payment_intents/${intent}/processing`, { at: 'confirm' })
    for (const message of [paid, underWay]) await environment.pay(deal, message)
    for (const message of [paid, underWay]) await leaveDays(message, 1.9)
    await untilEnded(paid)
    expect(await environment.stored(paid)).toMatchObject({ status: 'completed' })
    await expect.poll(async () => (await readNextStep(underWay))?.awaits_expiry, SOON).toBe(true)
    for (const message of [paid, underWay]) {
      expect(await listKinds(deal.buyer, message)).toEqual(['payment_requested'])
    }
  })

  it('sends no reminder when its seller cannot be paid', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    await waitForNotification(message)
    await app.sql(`UPDATE stripe_links SET gone_at = now() WHERE user_id = $1 AND kind = 'connect_account'`, [
      deal.seller.id,
    ])
    await leaveDays(message, 1.9)
    await expect.poll(async () => (await readNextStep(message))?.awaits_expiry, SOON).toBe(true)
    expect(await listKinds(deal.buyer, message)).toEqual(['payment_requested'])
  })
})

describe('a payment close to the expiry of its request', () => {
  it('completes the request when it was made before the expiry', async ({ deal, message }) => {
    await environment.pay(deal, message)
    await letTimeRunOut(message)
    await untilEnded(message)
    expect(await environment.request(deal.seller, message)).toMatchObject({ status: 'completed', ended_by: null })
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 1999 })
    await expect.poll(() => listKinds(deal.seller, message)).toEqual(['payment_received'])
  })

  it('keeps the request pending while the payment is processing, and then decides the request', async ({ deal }) => {
    for (const [end, ending] of [
      ['succeed', { status: 'completed', ended_by: null }],
      ['fail', EXPIRED],
    ] as const) {
      const message = await environment.asked(deal)
      const { intent } = await environment.stored(message)
      await environment.control(`/payment_intents/${intent}/processing`, { at: 'confirm' })
      await environment.pay(deal, message)
      await letTimeRunOut(message)
      await untilTaken(message)
      await expect.poll(async () => (await environment.stored(message)).cancelled_as).toBe('expired')
      expect(await environment.request(deal.buyer, message)).toMatchObject({ status: 'pending', ended_by: null })
      await environment.control(`/payment_intents/${intent}/${end}`)
      await letTimeRunOut(message)
      await untilEnded(message)
      expect(await environment.request(deal.buyer, message)).toMatchObject(ending)
    }
  })

  it('is cancelled when it waits for 3-D Secure: answering the challenge charges nothing', async ({
    deal,
    message,
  }) => {
    const intent = await environment.pay(deal, message, READY_CARDS.asksFor3dSecure)
    await letTimeRunOut(message)
    await untilEnded(message)
    await environment.decide3dSecure(intent, 'pass')
    expect(await environment.request(deal.buyer, message)).toMatchObject(EXPIRED)
    expect(await environment.charges(message)).toEqual({ count: 0, cents: 0 })
  })

  it(
    'leaves the request charged or expired, never both, when payment and expiry are concurrent',
    { timeout: 120_000, tags: 'slow' },
    async () => {
      for (const turn of upTo(10)) {
        const deal = await environment.deal()
        const message = await environment.asked(deal)
        const tab = await app.live(deal.seller)
        const { body } = await environment.secret(deal.buyer, message)
        const paying = async () => {
          await environment.confirm(body.clientSecret)
          await environment.claim(deal.buyer, message, 'completed')
        }
        const expiring = async () => {
          await letTimeRunOut(message)
          await untilEnded(message)
        }
        await Promise.all(turn % 2 === 0 ? [paying(), expiring()] : [expiring(), paying()])
        const { count } = await environment.charges(message)
        const { status, ended_by: endedBy } = await environment.request(deal.seller, message)
        expect([status, endedBy]).toEqual(count === 1 ? ['completed', null] : ['rejected', 'expired'])
        await expect
          .poll(() => listKinds(deal.seller, message))
          .toEqual([count === 1 ? 'payment_received' : 'payment_expired'])
        await expect.poll(() => listUpdates(tab, message).length).toBe(1)
        await app.send(deal.seller, deal.room.id, 'That was that')
        await expect.poll(() => tab.listEvents('message.created').length).toBe(1)
        expect(listUpdates(tab, message)).toHaveLength(1)
      }
    },
  )
})

describe('concurrent ends of payment requests', () => {
  it.each(['withdraw', 'decline'] as const)(
    'end with expiry or “%s” and a cancelled intent, never with a failed payment',
    { tags: 'slow' },
    async (how) => {
      for (const turn of upTo(6)) {
        const deal = await environment.deal()
        const message = await environment.asked(deal)
        const ending = () => environment[how](how === 'decline' ? deal.buyer : deal.seller, message)
        const both = [ending, () => letTimeRunOut(message)]
        await Promise.all((turn % 2 === 0 ? both : both.toReversed()).map((end) => end()))
        await untilEnded(message)
        const { status, cancellation_reason: reason } = await environment.findIntent(message)
        const { ended_by: endedBy } = await environment.request(deal.seller, message)
        expect(status).toBe('canceled')
        const either = ['withdrawn', 'expired']
        const byReason = reason === 'requested_by_customer' ? ['declined'] : ['expired']
        expect(how === 'decline' ? byReason : either).toContain(endedBy)
      }
    },
  )

  it(
    'leave each of 30 requests on three servers charged or expired, with one notification',
    { ...SOON, tags: ['slow', 'waverer'] },
    async () => {
      const others = await Promise.all(
        upTo(2).map(async () =>
          startApp({ ...app.settings, port: await findFreePort(), paymentReconcileMs: EVERY_MS }),
        ),
      )
      try {
        const deal = await environment.deal()
        const messages = await Promise.all(upTo(30).map(() => environment.asked(deal)))
        const paid = messages.filter((_, index) => index % 2 === 0)
        const secrets = await Promise.all(
          paid.map(async (message) => (await environment.secret(deal.buyer, message)).body),
        )
        const paying = secrets.map(({ clientSecret }) => environment.confirm(clientSecret))
        await Promise.all([...paying, ...messages.map(letTimeRunOut)])
        for (const message of messages) await untilEnded(message)
        for (const message of messages) {
          const { count } = await environment.charges(message)
          const { status, ended_by: endedBy } = await environment.request(deal.seller, message)
          expect([status, endedBy]).toEqual(count === 1 ? ['completed', null] : ['rejected', 'expired'])
          const events = await app.sql('SELECT kind FROM domain_events WHERE recipient_id = $1 AND subject_id = $2', [
            deal.seller.id,
            message.payment_request_id,
          ])
          expect(events).toEqual([{ kind: count === 1 ? 'payment_received' : 'payment_expired' }])
        }
        expect((await app.getRoom(deal.seller, deal.room.id)).change_seq).toBe(messages.length)
      } finally {
        await Promise.all(others.map((server) => server.close()))
      }
    },
  )
})

describe('while Stripe is away', () => {
  it('keeps an expired request pending and unpayable, and ends it after the outage', async ({ deal, message }) => {
    const { body } = await environment.secret(deal.buyer, message)
    await environment.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', times: 1000 })
    await letTimeRunOut(message)
    await untilTaken(message)
    expect(await environment.secret(deal.buyer, message)).toMatchObject({ status: 503 })
    expect(await environment.request(deal.buyer, message)).toMatchObject({ status: 'pending', ended_by: null })
    await environment.control('/faults/clear')
    await letTimeRunOut(message)
    await untilEnded(message)
    expect(await environment.request(deal.buyer, message)).toMatchObject(EXPIRED)
    expect((await environment.confirm(body.clientSecret)).status).toBe(400)
  })

  it('delays the buyer’s reminder until after the outage', async ({ deal, message }) => {
    await waitForNotification(message)
    await environment.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', times: 1000 })
    await leaveDays(message, 1.9)
    await untilTaken(message)
    expect(await listKinds(deal.buyer, message)).toEqual(['payment_requested'])
    await environment.control('/faults/clear')
    await leaveDays(message, 1.9)
    await expect.poll(() => listKinds(deal.buyer, message), SOON).toContain('payment_reminder')
  })

  it('shows a request as expired on the next read when the server stopped between Stripe and us', async ({
    deal,
    message,
  }) => {
    const { intent } = await environment.stored(message)
    await app.sql(`UPDATE payment_requests SET cancelled_as = 'expired' WHERE id = $1`, [message.payment_request_id])
    await environment.stripe.paymentIntents.cancel(intent, { cancellation_reason: 'abandoned' })
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(DECIDED)
    expect(await environment.request(deal.seller, message)).toMatchObject(EXPIRED)
  })

  it('completes a request that is paid after its expiry began', async ({ deal, message }) => {
    const { body } = await environment.secret(deal.buyer, message)
    const { intent } = await environment.stored(message)
    const fault = { path_prefix: `/v1/payment_intents/${intent}/cancel`, mode: 'refuse', times: 1000 }
    await environment.control('/faults', fault)
    await letTimeRunOut(message)
    await untilTaken(message)
    await expect.poll(async () => (await environment.stored(message)).cancelled_as).toBe('expired')
    await environment.confirm(body.clientSecret)
    await environment.control('/faults/clear')
    await letTimeRunOut(message)
    await untilEnded(message)
    expect(await environment.request(deal.buyer, message)).toMatchObject({ status: 'completed', ended_by: null })
  })
})
