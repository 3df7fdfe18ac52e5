import { beforeEach, describe, expect, it } from 'vitest'

import type { Earnings } from '@kundig/contract/books/payment-lists.contract'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { Health } from '@kundig/contract/operations/health.contract'
import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
beforeEach(async () => {
  await environment.control('/faults/clear')
  await environment.control('/balances', { cents: null })
})

const SOON = { timeout: 20_000 }

/** A payment of 70.00 with a fee of 3.50. */
async function payment() {
  const deal = await environment.ownDeal()
  return { deal, message: await environment.paid(deal, { amount: '70' }) }
}
async function refunded({ deal, message }: { deal: Deal; message: PaymentMessage }, amount = '70'): Promise<string> {
  const answer = await environment.refund(deal.seller, message, { amount })
  expect(answer).toMatchObject({ status: 200 })
  const [refund] = await app.sql<{ id: string }>(
    'SELECT stripe_refund_id AS id FROM refunds WHERE payment_request_id = $1 ORDER BY created_at DESC LIMIT 1',
    [message.payment_request_id],
  )
  return refund?.id ?? ''
}
const fail = (id: string) => environment.control(`/refunds/${id}/fail`)
async function dispute(message: PaymentMessage, input: object = {}): Promise<string> {
  const { intent } = await environment.stored(message)
  const { id } = await environment.control<{ id: string }>(`/payment_intents/${intent}/dispute`, input)
  const status = () => app.sql('SELECT status FROM disputes WHERE stripe_dispute_id = $1', [id])
  await expect.poll(status, SOON).toEqual([{ status: 'needs_response' }])
  return id
}
async function atStripe({ seller }: Deal): Promise<number> {
  const stripeAccount = await environment.findAccount(seller)
  const { available, pending } = await environment.stripe.balance.retrieve({}, { stripeAccount })
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}
const totals = async ({ seller }: Deal) => (await app.must<Earnings>(seller, 'GET', '/api/payments/earnings')).totals
const letPausesEnd = ({ payment_request_id: id }: PaymentMessage) =>
  Promise.all(
    ['refunds', 'disputes'].map((table) =>
      app.sql(`UPDATE ${table} SET check_at = now() WHERE payment_request_id = $1 AND check_at IS NOT NULL`, [id]),
    ),
  )
const readSeller = async ({ deal, message }: { deal: Deal; message: PaymentMessage }) => {
  await environment.waitForEvents()
  await letPausesEnd(message)
  return { atStripe: await atStripe(deal), totals: await totals(deal) }
}
const has = (cents: number, sums: object = {}) => ({ atStripe: cents, totals: { net: cents, ...sums } })
const transfersTo = async ({ seller }: Deal) =>
  (await environment.stripe.transfers.list({ destination: await environment.findAccount(seller) })).data
    .map(({ amount, amount_reversed: back }) => [amount, back])
    .toReversed()

describe('a failed refund that took the seller’s share', () => {
  it('is transferred to the seller again, once, minus the fee', async () => {
    const about = await payment()
    await fail(await refunded(about, '30'))
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(6650, { refunded: 0, fee: 350 }))
    expect(await transfersTo(about.deal)).toEqual([
      [7000, 3000],
      [2850, 0],
    ])
  })

  it.each([
    ['the platform’s balance is too low', () => environment.control('/balances', { cents: 100 })],
    ['Stripe cannot be reached', () => environment.control('/faults', { path_prefix: '/v1/transfers', mode: 'drop' })],
    [
      'Stripe’s answer is lost',
      () => environment.control('/faults', { path_prefix: '/v1/transfers', mode: 'drop_answer', times: 4 }),
    ],
  ])('is transferred again later when %s', { tags: 'slow' }, async (_when, breakIt) => {
    const about = await payment()
    const refund = await refunded(about)
    await breakIt()
    await fail(refund)
    await expect.poll(() => totals(about.deal), SOON).toMatchObject({ net: 0, refunded: 7000 })
    await environment.control('/faults/clear')
    await environment.control('/balances', { cents: null })
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(6650))
    expect(await transfersTo(about.deal)).toHaveLength(2)
  })

  it('can be refunded again only from the platform’s balance', async () => {
    const about = await payment()
    const { deal, message } = about
    await fail(await refunded(about, '50'))
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(6650))
    expect((await app.page(deal.seller, deal.room.id)).items[0]).toMatchObject({ refundable: 2000 })
    expect(toOutcome(await environment.refund(deal.seller, message, { amount: '20.01' }))).toBe(
      '409 REFUND_PLATFORM_ONLY',
    )
    const operator = await makeOperator(app, 'moderator', await app.signUp())
    const refund = (amount: string, from_platform: boolean) =>
      app.api<RefundablePayment>(operator, 'POST', `/api/operations/payments/${message.payment_request_id}/refunds`, {
        client_id: crypto.randomUUID(),
        amount,
        reason: 'The card was closed',
        from_platform,
      })
    expect(toOutcome(await refund('20.01', false))).toBe('409 REFUND_PLATFORM_ONLY')
    expect((await refund('60', true)).body).toMatchObject({ left: 1000, left_with_seller: 1000 })
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(6650))
  })
})

describe('a failed refund and a dispute of the same payment', () => {
  it.each([
    ['lost', 'lose', 0, { disputed: 7000, refunded: 0 }],
    ['won', 'win', 6650, { disputed: 0, refunded: 0 }],
  ])('the seller keeps the correct amount after a failed refund and a dispute: %s', async (_end, end, cents, sums) => {
    const about = await payment()
    const refund = await refunded(about)
    const id = await dispute(about.message)
    await fail(refund)
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(0, { disputed: 7000 }))
    await environment.control(`/disputes/${id}/${end}`)
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(cents, sums))
  })

  it('transfer to the seller only the amount that the lost dispute did not take', { tags: 'slow' }, async () => {
    const about = await payment()
    const refund = await refunded(about, '30')
    const id = await dispute(about.message, { amount: 5000 })
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(0))
    await fail(refund)
    await environment.control(`/disputes/${id}/lose`)
    // The bank took 50.00: 40.00 from the remaining transfer, and 10.00 from the refund.
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(1900))
  })

  it.each([
    ['lost', 'lose', 0],
    ['won', 'win', 6650],
  ])('a dispute reverses the repeated transfer after a failed refund: %s', async (_end, end, cents) => {
    const about = await payment()
    await fail(await refunded(about))
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(6650))
    const id = await dispute(about.message)
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(0))
    await environment.control(`/disputes/${id}/${end}`)
    await expect.poll(() => readSeller(about), SOON).toMatchObject(has(cents))
    expect(toOutcome(await environment.refund(about.deal.seller, about.message))).toBe(
      end === 'lose' ? '409 REFUND_DISPUTE_LOST' : '409 REFUND_PLATFORM_ONLY',
    )
  })
})

describe('a refund larger than the platform’s balance', () => {
  it('notifies the buyer when the money moves, and counts in the health backlog until then', async () => {
    const about = await payment()
    const { deal, message } = about
    const kindsOf = async () =>
      (await app.must<{ items: Notification[] }>(deal.buyer, 'GET', '/api/notifications')).items.flatMap(
        ({ kind, room_id: room }) => (room === deal.room.id && kind.startsWith('refund_') ? [kind] : []),
      )
    await environment.control('/balances', { cents: 100 })
    const refund = await refunded(about)
    await environment.waitForEvents()
    expect(await kindsOf()).toEqual([])
    expect((await app.page(deal.buyer, deal.room.id)).items[0]).toMatchObject({
      payment_request_id: message.payment_request_id,
      refunds: [{ status: 'pending' }],
    })
    const viewer = await makeOperator(app, 'viewer', await app.signUp())
    const waiting = async () =>
      (await app.must<Health>(viewer, 'GET', '/api/operations/health')).backlogs.find(({ kind }) => kind === 'refunds')
    await expect.poll(waiting, SOON).toMatchObject({ count: 1 })
    await environment.control(`/refunds/${refund}/succeed`)
    await expect.poll(kindsOf, SOON).toEqual(['refund_received'])
    await expect.poll(waiting, SOON).toMatchObject({ count: 0 })
  })
})
