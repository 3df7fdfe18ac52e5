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

describe('declining a payment request', () => {
  // spec 4.20
  it.each(['open', 'closed'])('shows the request as declined to both people in a room that is %s', async (room) => {
    const deal = await environment.deal()
    const message = await environment.asked(deal)
    if (room === 'closed') await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    const { status, body } = await environment.decline(deal.buyer, message)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: message.id, status: 'rejected', ended_by: 'declined' },
    })
    for (const tab of tabs) await expect.poll(() => listUpdates(tab, message)).toEqual([body])
    expect((await app.page(deal.seller, deal.room.id)).items).toEqual([body])
    expect(await environment.request(deal.seller, message)).toMatchObject({
      status: 'rejected',
      ended_by: 'declined',
    })
    expect(await environment.stored(message)).toMatchObject({
      status: 'rejected',
      ended_by: 'declined',
      check_at: null,
    })
  })

  it('cancels the intent first, so that earlier client secrets can no longer pay', async ({ deal, message }) => {
    const { body } = await environment.secret(deal.buyer, message)
    await environment.decline(deal.buyer, message)
    expect(await environment.findIntent(message)).toMatchObject({ status: 'canceled', amount_received: 0 })
    expect((await environment.confirm(body.clientSecret)).status).toBe(400)
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(DECIDED)
    expect(toOutcome(await environment.decline(deal.buyer, message))).toBe(DECIDED)
    expect(toOutcome(await environment.claim(deal.buyer, message, 'rejected'))).toBe(DECIDED)
    expect(await environment.charges(message)).toEqual({ count: 0, cents: 0 })
  })

  it('marks the request as declined even after a declined card', async ({ deal, message }) => {
    await environment.pay(deal, message, READY_CARDS.declined)
    expect((await environment.decline(deal.buyer, message)).body).toMatchObject({
      status: 'rejected',
      ended_by: 'declined',
    })
  })

  it('ends a pending 3-D Secure challenge: answering it charges nothing', async ({ deal, message }) => {
    const intent = await environment.pay(deal, message, READY_CARDS.asksFor3dSecure)
    expect((await environment.decline(deal.buyer, message)).body.ended_by).toBe('declined')
    await environment.decide3dSecure(intent, 'pass')
    expect(await environment.charges(message)).toEqual({ count: 0, cents: 0 })
    expect(await environment.stored(message)).toMatchObject({ status: 'rejected' })
  })

  it('completes the request instead when the money has already arrived', async ({ deal, message }) => {
    await environment.pay(deal, message)
    expect((await environment.decline(deal.buyer, message)).body).toMatchObject({ status: 'completed', ended_by: null })
  })

  it('leaves the request pending while the payment is processing', async ({ deal, message }) => {
    const { intent } = await environment.stored(message)
    await environment.control(`/payment_intents/${intent}/processing`, { at: 'confirm' })
    await environment.pay(deal, message)
    expect((await environment.decline(deal.buyer, message)).body).toMatchObject({ status: 'pending', ended_by: null })
    await environment.control(`/payment_intents/${intent}/succeed`)
    expect((await environment.decline(deal.buyer, message)).body.status).toBe('completed')
  })

  it('answers “unavailable” and changes nothing while Stripe is unreachable', async ({ deal, message }) => {
    await environment.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', times: 3 })
    expect(toOutcome(await environment.decline(deal.buyer, message))).toBe('503 PROVIDER_UNAVAILABLE')
    await environment.control('/faults/clear')
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
    expect((await environment.decline(deal.buyer, message)).body.status).toBe('rejected')
  })

  it(
    'leaves the request charged or declined, never both, when payments in several tabs are concurrent',
    { tags: 'slow' },
    async () => {
      for (const turn of upTo(8)) {
        const deal = await environment.deal()
        const message = await environment.asked(deal)
        const tab = await app.live(deal.seller)
        const { body } = await environment.secret(deal.buyer, message)
        const paying = [environment.confirm(body.clientSecret), environment.claim(deal.buyer, message, 'completed')]
        const declining = upTo(3).map(() => environment.decline(deal.buyer, message))
        await Promise.all(turn % 2 === 0 ? [...paying, ...declining] : [...declining, ...paying])
        await environment.claim(deal.buyer, message, 'completed')
        const { count } = await environment.charges(message)
        const { status, ended_by: endedBy } = await environment.stored(message)
        expect([status, endedBy]).toEqual(count === 1 ? ['completed', null] : ['rejected', 'declined'])
        await app.send(deal.buyer, deal.room.id, 'That was that')
        await expect.poll(() => tab.listEvents('message.created').length).toBe(1)
        expect(listUpdates(tab, message)).toHaveLength(1)
      }
    },
  )

  it('shows the request as declined on the next read after an interruption between Stripe and us', async ({
    deal,
    message,
  }) => {
    const { intent } = await environment.stored(message)
    await environment.stripe.paymentIntents.cancel(intent, { cancellation_reason: 'requested_by_customer' })
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(DECIDED)
    expect(await environment.stored(message)).toMatchObject({ status: 'rejected', ended_by: 'declined' })
  })

  it('has the outcome that Stripe recorded first when decline and abandonment are concurrent', async ({
    deal,
    message,
  }) => {
    await Promise.all([environment.decline(deal.buyer, message), environment.claim(deal.buyer, message, 'rejected')])
    const { cancellation_reason: reason } = await environment.findIntent(message)
    expect((await environment.stored(message)).ended_by).toBe(reason === 'abandoned' ? 'failed' : 'declined')
  })
})

describe('the end reason of a payment request', () => {
  it('is a failed payment for requests that were rejected before reasons were stored', async ({ deal, message }) => {
    await app.sql(`UPDATE payment_requests SET status = 'rejected' WHERE id = $1`, [message.payment_request_id])
    expect(await environment.request(deal.seller, message)).toMatchObject({ status: 'rejected', ended_by: 'failed' })
    expect((await app.page(deal.buyer, deal.room.id)).items[0]).toMatchObject({ ended_by: 'failed' })
  })

  // spec 4.27
  it('cannot be changed in the database, and cannot be set on a pending request', async ({ deal, message }) => {
    const set = (endedBy: string | null) =>
      app.sql('UPDATE payment_requests SET ended_by = $2 WHERE id = $1', [message.payment_request_id, endedBy])
    await expect(set('declined')).rejects.toThrow('payment_requests_ended_when_rejected')
    await environment.decline(deal.buyer, message)
    await expect(set('failed')).rejects.toThrow('already')
    await expect(set(null)).rejects.toThrow('already')
  })
})
