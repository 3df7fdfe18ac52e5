import { beforeAll, describe, expect } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { READY_CARDS } from '@kundig/testing/payments/cards'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Tab } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)

beforeAll(async () => {
  // These tests pause Stripe's events, so the server must read from Stripe. webhooks.test.ts tests the events.
  await environment.control('/webhooks/pause')
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const listUpdates = (tab: Tab, { id }: Message) =>
  tab.listEvents('message.updated').filter((message) => message.id === id)
const DECIDED = '409 PAYMENT_DECIDED'
const WITHDRAWN = { status: 'rejected', ended_by: 'withdrawn' }

describe('withdrawing a payment request', () => {
  // spec 4.20
  it.each(['open', 'closed'])(
    'shows the request as withdrawn to both people, in all tabs and after a reconnect, in a room that is %s',
    async (room) => {
      const deal = await environment.deal()
      const message = await environment.asked(deal)
      if (room === 'closed') await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
      const { change_seq: changeSeq } = await app.getRoom(deal.buyer, deal.room.id)
      const tabs = await Promise.all([app.live(deal.seller), app.live(deal.seller), app.live(deal.buyer)])
      const { status, body } = await environment.withdraw(deal.seller, message)
      expect({ status, body }).toMatchObject({ status: 200, body: { id: message.id, ...WITHDRAWN } })
      for (const tab of tabs) await expect.poll(() => listUpdates(tab, message)).toEqual([body])
      const resumed = await app.must<{ rooms: object[] }>(deal.buyer, 'POST', '/api/chat-rooms/resume', {
        rooms: [{ room_id: deal.room.id, last_seq: message.seq, change_seq: changeSeq }],
      })
      expect(resumed.rooms[0]).toMatchObject({ messages: [], changed: [body] })
      expect((await app.page(deal.buyer, deal.room.id)).items).toEqual([body])
      expect((await app.getRoom(deal.buyer, deal.room.id)).last_message).toMatchObject(WITHDRAWN)
      expect(await environment.request(deal.buyer, message)).toMatchObject(WITHDRAWN)
    },
  )

  it('cancels the intent first, so that earlier client secrets can no longer pay', async ({ deal, message }) => {
    const { body } = await environment.secret(deal.buyer, message)
    await environment.withdraw(deal.seller, message)
    expect(await environment.findIntent(message)).toMatchObject({ status: 'canceled', amount_received: 0 })
    expect((await environment.confirm(body.clientSecret)).status).toBe(400)
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(DECIDED)
    expect(toOutcome(await environment.decline(deal.buyer, message))).toBe(DECIDED)
    expect(toOutcome(await environment.claim(deal.buyer, message, 'rejected'))).toBe(DECIDED)
    expect(toOutcome(await environment.withdraw(deal.seller, message))).toBe(DECIDED)
    expect(await environment.charges(message)).toEqual({ count: 0, cents: 0 })
  })

  it('ends a pending 3-D Secure challenge: answering it charges nothing', async ({ deal, message }) => {
    const intent = await environment.pay(deal, message, READY_CARDS.asksFor3dSecure)
    expect((await environment.withdraw(deal.seller, message)).body).toMatchObject(WITHDRAWN)
    await environment.decide3dSecure(intent, 'pass')
    expect(await environment.charges(message)).toEqual({ count: 0, cents: 0 })
  })

  it('is refused when the money has already arrived, and completes the request', async ({ deal, message }) => {
    await environment.pay(deal, message)
    expect(toOutcome(await environment.withdraw(deal.seller, message))).toBe(DECIDED)
    expect(await environment.request(deal.seller, message)).toMatchObject({ status: 'completed', ended_by: null })
  })

  it('is refused while the payment is processing, and leaves the request pending', async ({ deal, message }) => {
    const { intent } = await environment.stored(message)
    await environment.control(`/payment_intents/${intent}/processing`, { at: 'confirm' })
    await environment.pay(deal, message)
    expect(toOutcome(await environment.withdraw(deal.seller, message))).toBe('409 PAYMENT_UNDER_WAY')
    expect(await environment.request(deal.seller, message)).toMatchObject({ status: 'pending', ended_by: null })
    await environment.control(`/payment_intents/${intent}/succeed`)
    expect(toOutcome(await environment.withdraw(deal.seller, message))).toBe(DECIDED)
    expect(await environment.request(deal.buyer, message)).toMatchObject({ status: 'completed', ended_by: null })
  })

  it('answers “unavailable” and changes nothing while Stripe is unreachable', async ({ deal, message }) => {
    await environment.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', times: 3 })
    expect(toOutcome(await environment.withdraw(deal.seller, message))).toBe('503 PROVIDER_UNAVAILABLE')
    await environment.control('/faults/clear')
    expect(await environment.request(deal.buyer, message)).toMatchObject({ status: 'pending', ended_by: null })
    expect((await environment.withdraw(deal.seller, message)).body).toMatchObject(WITHDRAWN)
  })

  it('shows the request as withdrawn on the next read after an interruption between Stripe and us', async ({
    deal,
    message,
  }) => {
    const { intent } = await environment.stored(message)
    await app.sql(`UPDATE payment_requests SET cancelled_as = 'withdrawn' WHERE id = $1`, [message.payment_request_id])
    await environment.stripe.paymentIntents.cancel(intent, { cancellation_reason: 'abandoned' })
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(DECIDED)
    expect(await environment.request(deal.seller, message)).toMatchObject(WITHDRAWN)
  })

  it(
    'leaves the request charged or withdrawn, never both, when payments in several tabs are concurrent',
    { tags: 'slow' },
    async () => {
      for (const turn of upTo(8)) {
        const deal = await environment.deal()
        const message = await environment.asked(deal)
        const tab = await app.live(deal.buyer)
        const { body } = await environment.secret(deal.buyer, message)
        const paying = [environment.confirm(body.clientSecret), environment.claim(deal.buyer, message, 'completed')]
        const withdrawing = upTo(3).map(() => environment.withdraw(deal.seller, message))
        await Promise.all(turn % 2 === 0 ? [...paying, ...withdrawing] : [...withdrawing, ...paying])
        await environment.claim(deal.buyer, message, 'completed')
        const { count } = await environment.charges(message)
        const { status, ended_by: endedBy } = await environment.request(deal.seller, message)
        expect([status, endedBy]).toEqual(count === 1 ? ['completed', null] : ['rejected', 'withdrawn'])
        for (const answer of await Promise.all(withdrawing)) {
          const came = answer.status === 200 ? answer.body.ended_by : toOutcome(answer)
          expect(count === 1 ? ['409 PAYMENT_DECIDED'] : ['withdrawn', '409 PAYMENT_DECIDED']).toContain(came)
        }
        await app.send(deal.seller, deal.room.id, 'That was that')
        await expect.poll(() => tab.listEvents('message.created').length).toBe(1)
        expect(listUpdates(tab, message)).toHaveLength(1)
      }
    },
  )

  it('has the outcome that Stripe recorded first when withdrawal and decline are concurrent', async () => {
    for (const turn of upTo(4)) {
      const deal = await environment.deal()
      const message = await environment.asked(deal)
      const both = [() => environment.withdraw(deal.seller, message), () => environment.decline(deal.buyer, message)]
      await Promise.all((turn % 2 === 0 ? both : both.toReversed()).map((end) => end()))
      const { cancellation_reason: reason } = await environment.findIntent(message)
      const { ended_by: endedBy } = await environment.request(deal.seller, message)
      expect(endedBy).toBe(reason === 'abandoned' ? 'withdrawn' : 'declined')
    }
  })
})

describe('the cancellation reason of a request', () => {
  // spec 4.27
  it('cannot change in the database once the request is decided', async ({ deal, message }) => {
    await environment.withdraw(deal.seller, message)
    const set = (as: string | null) =>
      app.sql('UPDATE payment_requests SET cancelled_as = $2 WHERE id = $1', [message.payment_request_id, as])
    await expect(set('cancelled')).rejects.toThrow('already')
    await expect(set(null)).rejects.toThrow('already')
  })
})
