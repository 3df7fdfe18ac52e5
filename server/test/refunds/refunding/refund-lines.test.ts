import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect } from 'vitest'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)
beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }
const isLine = ({ refund_event }: Message): boolean => refund_event !== undefined
const listLines = async ({ buyer, room }: Deal) => (await app.page(buyer, room.id)).items.filter(isLine)
const listSteps = async (deal: Deal) => (await listLines(deal)).map(({ refund_event }) => refund_event?.step)
const getRoom = ({ room }: Deal, viewer: Deal['buyer']) => app.must<Room>(viewer, 'GET', `/api/chat-rooms/${room.id}`)
const toPath = ({ room }: Deal, { seq }: Message) => `/api/chat-rooms/${room.id}/messages/${seq}`

describe('a step of a refund', () => {
  it('is a message to both people at the end of the room, in reply to the payment request', async ({
    deal,
    paid: message,
  }) => {
    await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/read`, { up_to_seq: 1 })
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    await environment.requestRefund(deal.buyer, message)
    await environment.endRefundRequest(deal.seller, message, 'decline')
    const lines = await listLines(deal)
    const about = { amount: 500, currency: 'eur' }
    expect(lines).toMatchObject([
      {
        seq: 2,
        sender_id: deal.buyer.id,
        content: 'Refund requested: €5.00',
        refund_event: { step: 'requested', by: 'buyer', ...about },
        reply_to: { seq: 1, type: 'payment_request' },
      },
      { seq: 3, sender_id: deal.seller.id, refund_event: { step: 'declined', by: 'seller', ...about } },
    ])
    for (const tab of tabs) {
      await expect
        .poll(() => tab.listEvents('message.created').filter(isLine))
        .toMatchObject(lines.map(({ seq, refund_event }) => ({ seq, refund_event })))
    }
    expect(await getRoom(deal, deal.seller)).toMatchObject({
      unread_count: 1,
      last_message: { seq: 3, refund_event: { step: 'declined' } },
    })
  })

  it.each([
    ['seller', ({ deal, message }: Refund) => environment.refund(deal.seller, message, { amount: '2' })],
    [
      'operator',
      async ({ message }: Refund) => {
        const moderator = await makeOperator(app, 'moderator', await app.signUp())
        return app.api(moderator, 'POST', `/api/operations/payments/${message.payment_request_id}/refunds`, {
          client_id: randomUUID(),
          amount: '2',
          reason: 'They did not meet',
        })
      },
    ],
    [
      'stripe',
      async ({ message }: Refund) => {
        const { intent } = await environment.stored(message)
        return environment.control(`/payment_intents/${intent}/refund`, { amount: 200 })
      },
    ],
  ] as const)('names the %s as the author of a refund', async (by, refund) => {
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    await refund({ deal, message })
    await expect
      .poll(() => listLines(deal), SOON)
      .toMatchObject([{ sender_id: deal.seller.id, refund_event: { step: 'refunded', amount: 200, by } }])
  })

  it('appears once, even when the refund request is repeated or answered concurrently', async ({
    deal,
    paid: message,
  }) => {
    const input = { client_id: randomUUID() }
    await Promise.all([1, 2, 3].map(() => environment.requestRefund(deal.buyer, message, input)))
    await Promise.all([
      environment.refund(deal.seller, message),
      environment.endRefundRequest(deal.seller, message, 'decline'),
      environment.endRefundRequest(deal.buyer, message, 'withdraw'),
    ])
    const [request] = await app.sql<{ status: 'granted' | 'declined' | 'withdrawn' }>(
      'SELECT status FROM refund_requests WHERE payment_request_id = $1',
      [message.payment_request_id],
    )
    const steps = await listSteps(deal)
    const ended = request?.status === 'granted' ? [] : [request?.status]
    expect(steps[0]).toBe('requested')
    expect(new Set(steps)).toEqual(new Set(['requested', 'refunded', ...ended]))
    expect(steps).toHaveLength(2 + ended.length)
  })

  it('appears for a refund that failed at Stripe', async ({ deal, paid: message }) => {
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/refunds', mode: 'refuse', status: 402 })
    expect((await environment.refund(deal.seller, message)).status).toBe(502)
    expect(await listLines(deal)).toMatchObject([{ refund_event: { step: 'failed', by: 'seller' } }])
  })

  it('appears even in a closed chat, where people can no longer write', async ({ deal, paid: message }) => {
    await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    await environment.requestRefund(deal.buyer, message)
    expect(await listSteps(deal)).toEqual(['requested'])
    expect(await getRoom(deal, deal.seller)).toMatchObject({ status: 'closed', unread_count: 1, last_seq: 2 })
  })

  it('cannot be edited, deleted or found by search, and causes no mail about unread messages', async ({
    deal,
    paid: message,
  }) => {
    await app.sql('UPDATE room_members SET notify_at = NULL WHERE room_id = $1', [deal.room.id])
    await environment.requestRefund(deal.buyer, message)
    const [line] = await listLines(deal)
    if (!line) throw new Error('no line')
    const changes = [
      await app.api(deal.buyer, 'PATCH', toPath(deal, line), { content: 'Nothing happened' }),
      await app.api(deal.buyer, 'DELETE', toPath(deal, line)),
    ]
    expect(changes.map(toOutcome)).toEqual(['409 MESSAGE_FIXED', '409 MESSAGE_FIXED'])
    const found = await app.must<{ items: unknown[] }>(deal.buyer, 'GET', '/api/messages?query=refund')
    expect(found.items).toEqual([])
    expect(await app.sql('SELECT notify_at FROM room_members WHERE room_id = $1', [deal.room.id])).toEqual([
      { notify_at: null },
      { notify_at: null },
    ])
  })
})

interface Refund {
  deal: Deal
  message: PaymentMessage
}
