import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect } from 'vitest'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { EscalatedRefundRequest } from '@kundig/contract/operations/refunds.contract'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)
let moderator: Person

beforeAll(async () => {
  moderator = await makeOperator(app, 'moderator', await app.signUp())
})
beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const shown = async (deal: Deal) => (await app.page(deal.buyer, deal.room.id)).items[0]
const listKinds = async (who: Person, { room_id: roomId }: PaymentMessage) =>
  (await app.must<{ items: Notification[] }>(who, 'GET', '/api/notifications')).items
    .filter(({ room_id: room, kind }) => room === roomId && kind.startsWith('refund_'))
    .map(({ kind }) => kind)
const unread = async ({ seller, room }: Deal) =>
  (await app.must<{ items: Notification[] }>(seller, 'GET', '/api/notifications')).items
    .filter(({ kind, read, room_id: roomId }) => kind === 'refund_requested' && !read && roomId === room.id)
    .map(({ kind }) => kind)
const stored = ({ payment_request_id: id }: PaymentMessage) =>
  app.sql<{ id: string; status: string; refund_id: string | null; escalated_at: Date | null }>(
    'SELECT id, status, refund_id, escalated_at FROM refund_requests WHERE payment_request_id = $1 ORDER BY created_at, id',
    [id],
  )
const letTimePass = ({ payment_request_id: id }: PaymentMessage) =>
  app.sql('UPDATE refund_requests SET seller_answers_until = now() WHERE payment_request_id = $1', [id])
const escalated = async (who = moderator) =>
  (await app.must<{ items: EscalatedRefundRequest[] }>(who, 'GET', '/api/operations/refund-requests')).items
const ofPayment = ({ payment_request_id: id }: PaymentMessage) => `/api/payment-requests/${id}/refund-requests`

async function asked(): Promise<{ deal: Deal; message: PaymentMessage }> {
  const deal = await environment.deal()
  const message = await environment.paid(deal)
  expect(await environment.requestRefund(deal.buyer, message)).toMatchObject({ status: 200 })
  return { deal, message }
}

describe('a buyer’s refund request', () => {
  it('appears live to both people with the seller’s deadline, and notifies the seller', async ({
    deal,
    paid: message,
  }) => {
    const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    const { status, body } = await environment.requestRefund(deal.buyer, message, {
      amount: '12,00',
      reason: '  Half an hour <b>only</b> ',
    })
    const request = { amount: 1200, status: 'open', reason: 'Half an hour only', answer: '', with_operator: false }
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: message.id, status: 'completed', refunds: [], refund_request: { ...request, declined_by: null } },
    })
    const until = Date.parse(body.refund_request?.seller_answers_until ?? '') - Date.now()
    expect(until / 86_400_000).toBeCloseTo(7, 1)
    for (const tab of tabs) {
      await expect
        .poll(() => tab.listEvents('message.updated').filter(({ id }) => id === message.id))
        .toMatchObject([{ refund_request: request }])
    }
    expect(await shown(deal)).toMatchObject({ refund_request: request })
    await expect.poll(() => listKinds(deal.seller, message)).toEqual(['refund_requested'])
    expect(await listKinds(deal.buyer, message)).toEqual([])
  })

  it('is limited to one at a time, even under concurrency, and to three in total', async ({ deal, paid: message }) => {
    const input = { client_id: randomUUID() }
    const again = await Promise.all(upTo(5).map(() => environment.requestRefund(deal.buyer, message, input)))
    expect(statuses(again)).toEqual([200, 200, 200, 200, 200])
    expect(toOutcome(await environment.requestRefund(deal.buyer, message))).toBe('409 REFUND_REQUEST_OPEN')
    expect((await environment.endRefundRequest(deal.buyer, message, 'withdraw')).body).toMatchObject({
      refund_request: { status: 'withdrawn' },
    })
    const atOnce = await Promise.all(upTo(5).map(() => environment.requestRefund(deal.buyer, message)))
    expect(statuses(atOnce)).toEqual([200, 409, 409, 409, 409])
    await environment.endRefundRequest(deal.seller, message, 'decline')
    await environment.requestRefund(deal.buyer, message)
    await environment.endRefundRequest(deal.seller, message, 'decline')
    expect(toOutcome(await environment.requestRefund(deal.buyer, message))).toBe('409 REFUND_REQUESTS_USED_UP')
    expect(await stored(message)).toHaveLength(3)
  })

  describe('after a refund', () => {
    let deal: Deal
    let message: PaymentMessage
    beforeAll(async () => {
      deal = await environment.deal()
      message = await environment.paid(deal)
      await environment.refund(deal.seller, message)
    })

    it.each([
      ['more than is left', { amount: '15' }, 409, 'REFUND_TOO_LARGE'],
      ['no reason', { reason: ' ' }, 400, 'REFUND_REASON_REQUIRED'],
      ['no amount', { amount: '' }, 400, 'AMOUNT_REQUIRED'],
      ['less than nothing', { amount: '-5' }, 400, 'AMOUNT_TOO_SMALL'],
      ['another writing of numbers', { amount: '1e2' }, 400, 'AMOUNT_INVALID'],
      ['what is not asked for', { refund_id: randomUUID() }, 400, 'INVALID_INPUT'],
    ])('is refused with %s', async (_, input, status, code) => {
      expect(await environment.requestRefund(deal.buyer, message, input)).toMatchObject({ status, body: { code } })
      expect(await stored(message)).toEqual([])
    })
  })

  it('works in a closed room, but not for an unpaid request', async ({ deal, paid: message }) => {
    const unpaid = await environment.asked(deal)
    expect(toOutcome(await environment.requestRefund(deal.buyer, unpaid))).toBe('409 REFUND_NOT_PAID')
    await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    expect((await environment.requestRefund(deal.buyer, message)).status).toBe(200)
    expect((await environment.endRefundRequest(deal.seller, message, 'decline')).status).toBe(200)
  })
})

describe('an answer to a refund request', () => {
  it('declines the request with a reason, notifies the buyer, and dismisses the seller’s notification', async () => {
    const { deal, message } = await asked()
    await expect.poll(() => unread(deal)).toEqual(['refund_requested'])
    const { body } = await environment.endRefundRequest(deal.seller, message, 'decline')
    expect(body).toMatchObject({
      refunds: [],
      refund_request: { status: 'declined', answer: 'We did meet', declined_by: 'seller' },
    })
    await expect.poll(() => listKinds(deal.buyer, message)).toEqual(['refund_declined'])
    await expect.poll(() => unread(deal)).toEqual([])
    expect(toOutcome(await environment.endRefundRequest(deal.buyer, message, 'withdraw'))).toBe(
      '409 REFUND_REQUEST_ANSWERED',
    )
  })

  it.each([
    [
      'the seller’s refund, however much it is',
      ({ deal, message }: Asked) => environment.refund(deal.seller, message, { amount: '1' }),
    ],
    [
      'an operator’s refund',
      ({ message }: Asked) =>
        app.api(moderator, 'POST', `/api/operations/payments/${message.payment_request_id}/refunds`, {
          client_id: randomUUID(),
          amount: '3',
          reason: 'They did not meet',
        }),
    ],
    [
      'a refund at Stripe’s dashboard',
      async ({ message }: Asked) => {
        const { intent } = await environment.stored(message)
        await environment.control(`/payment_intents/${intent}/refund`, { amount: 200 })
      },
    ],
  ])('can be %s', async (_, refund) => {
    const { deal, message } = await asked()
    await refund({ deal, message })
    await expect
      .poll(() => shown(deal), SOON)
      .toMatchObject({
        refunds: [{ status: 'succeeded' }],
        refund_request: { status: 'granted' },
      })
    await expect.poll(() => unread(deal)).toEqual([])
    expect(await stored(message)).toMatchObject([{ status: 'granted', refund_id: expect.any(String) as string }])
  })

  it('leaves the request pending with the same deadline when the refund fails at Stripe', async () => {
    const { deal, message } = await asked()
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/refunds', mode: 'refuse', status: 402 })
    expect((await environment.refund(deal.seller, message)).status).toBe(502)
    expect(await shown(deal)).toMatchObject({ refunds: [{ status: 'failed' }], refund_request: { status: 'open' } })
    await environment.control('/faults/clear')
    expect((await environment.refund(deal.seller, message)).status).toBe(200)
    expect(await shown(deal)).toMatchObject({ refund_request: { status: 'granted' } })
  })

  it('applies exactly one of concurrent refund, decline and withdrawal', async ({ deal }) => {
    for (const _ of upTo(4)) {
      const message = await environment.paid(deal)
      await environment.requestRefund(deal.buyer, message)
      const [refund, ...ends] = await Promise.all([
        environment.refund(deal.seller, message),
        environment.endRefundRequest(deal.seller, message, 'decline'),
        environment.endRefundRequest(deal.buyer, message, 'withdraw'),
      ])
      expect(refund.status).toBe(200)
      const [{ status } = { status: '' }, ...others] = await stored(message)
      expect(others).toEqual([])
      const ended = ends.filter((answer) => answer.status === 200)
      expect(ended).toHaveLength(status === 'granted' ? 0 : 1)
    }
  })
})

describe('an unanswered refund request', () => {
  it('goes to the operators once after seven days, notifies both people, and can still be answered by the seller', async () => {
    const { deal, message } = await asked()
    expect((await escalated()).map(({ payment_id: id }) => id)).not.toContain(message.payment_request_id)
    await letTimePass(message)
    await expect
      .poll(() => shown(deal), SOON)
      .toMatchObject({ refund_request: { status: 'open', with_operator: true } })
    const inList = (await escalated()).find(({ payment_id: id }) => id === message.payment_request_id)
    expect(inList).toMatchObject({
      seller: { id: deal.seller.id },
      buyer: { id: deal.buyer.id },
      amount: 500,
      paid: 1999,
      reason: 'We did not meet',
    })
    await expect.poll(() => listKinds(deal.buyer, message)).toEqual(['refund_escalated'])
    await expect.poll(() => listKinds(deal.seller, message)).toContain('refund_escalated')
    expect((await environment.refund(deal.seller, message)).status).toBe(200)
    expect((await escalated()).map(({ payment_id: id }) => id)).not.toContain(message.payment_request_id)
  })

  it('can be declined by an operator, with a reason for both people and one audit entry', async () => {
    const { deal, message } = await asked()
    await letTimePass(message)
    await expect.poll(async () => (await stored(message))[0]?.escalated_at, SOON).toBeInstanceOf(Date)
    const [{ id } = { id: '' }] = await stored(message)
    const decline = () =>
      app.api(moderator, 'POST', `/api/operations/refund-requests/${id}/decline`, { reason: 'The log says they met' })
    const answers = await Promise.all([decline(), decline()])
    expect(statuses(answers)).toEqual([200, 409])
    expect(await shown(deal)).toMatchObject({
      refund_request: { status: 'declined', declined_by: 'operator', answer: 'The log says they met' },
    })
    expect(await app.sql('SELECT actor_id, action, subject_kind FROM audit_log WHERE subject_id = $1', [id])).toEqual([
      { actor_id: moderator.id, action: 'refund_declined', subject_kind: 'refund_request' },
    ])
    await expect.poll(() => listKinds(deal.buyer, message)).toContain('refund_declined')
  })

  it('an operator cannot see or decide a refund request for their own payment', async () => {
    const { deal, message } = await asked()
    await makeOperator(app, 'owner', deal.seller)
    await letTimePass(message)
    await expect.poll(async () => (await stored(message))[0]?.escalated_at, SOON).toBeInstanceOf(Date)
    const [{ id } = { id: '' }] = await stored(message)
    expect((await escalated(deal.seller)).map(({ payment_id: of }) => of)).not.toContain(message.payment_request_id)
    const answer = await app.api(deal.seller, 'POST', `/api/operations/refund-requests/${id}/decline`, { reason: 'No' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'REFUND_REQUEST_NOT_FOUND' } })
    expect((await escalated()).map(({ payment_id: of }) => of)).toContain(message.payment_request_id)
  })
})

it('answers “not found” for a refund request of another payment', async () => {
  const { message } = await asked()
  const other = await asked()
  const [{ id } = { id: '' }] = await stored(message)
  expect(
    toOutcome(await app.api(other.deal.seller, 'POST', `${ofPayment(other.message)}/${id}/decline`, { reason: 'No' })),
  ).toBe('404 REFUND_REQUEST_NOT_FOUND')
  expect(await stored(message)).toMatchObject([{ status: 'open' }])
})

it('refuses changes of a refund request’s answer in the database', async () => {
  const { deal, message } = await asked()
  await environment.endRefundRequest(deal.seller, message, 'decline')
  const [{ id } = { id: '' }] = await stored(message)
  await expect(
    app.sql(`UPDATE refund_requests SET status = 'open', declined_by = NULL, answer = '' WHERE id = $1`, [id]),
  ).rejects.toThrow('is declined already')
})

type Asked = Awaited<ReturnType<typeof asked>>
