import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import {
  makeDatabase,
  makeSeller,
  catchStripeError,
  SNAPSHOT_SECRET,
  startInbox,
  startTestSimulator,
} from './test-simulator.ts'
import type { Inbox, TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator
let inbox: Inbox

beforeEach(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  inbox = await startInbox()
  simulator = await startTestSimulator(database.url, inbox)
})
afterEach(async () => {
  await simulator.close()
  await inbox.close()
  await database.drop()
})

async function pay(more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> {
  return simulator.stripe.paymentIntents.create({
    amount: 3500,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    ...more,
  })
}

async function getCharge({ id }: Stripe.PaymentIntent): Promise<Stripe.Charge> {
  const [charge] = (await simulator.stripe.charges.list({ payment_intent: id })).data
  if (charge === undefined) throw new Error('The payment has no charge')
  return charge
}

describe('a refund', () => {
  test('returns a part, then the rest, and never more', async () => {
    const { stripe } = simulator
    const intent = await pay()
    const charge = await getCharge(intent)
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1200,
      reason: 'requested_by_customer',
      metadata: { order: '7' },
    })
    expect(part).toMatchObject({
      object: 'refund',
      amount: 1200,
      charge: charge.id,
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { order: '7' },
      status: 'succeeded',
      transfer_reversal: null,
    })
    expect(await getCharge(intent)).toMatchObject({ amount_refunded: 1200, refunded: false })
    expect(await catchStripeError(stripe.refunds.create({ charge: charge.id, amount: 2301 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    })
    expect((await stripe.refunds.create({ charge: charge.id })).amount).toBe(2300)
    expect(await getCharge(intent)).toMatchObject({ amount_refunded: 3500, refunded: true })
    expect(await catchStripeError(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    })
    const listed = await stripe.refunds.list({ payment_intent: intent.id })
    expect(listed.data.map(({ amount }) => amount)).toEqual([2300, 1200])
    expect((await stripe.refunds.list({ charge: charge.id })).data).toHaveLength(2)
    expect(await stripe.refunds.retrieve(part.id, { expand: ['charge'] })).toMatchObject({
      id: part.id,
      charge: { id: charge.id, amount_refunded: 3500 },
    })
  })

  test('happens once per idempotency key, and twenty concurrent refunds never exceed the payment', async () => {
    const { stripe } = simulator
    const intent = await pay()
    const ask = () => stripe.refunds.create({ payment_intent: intent.id, amount: 500 }, { idempotencyKey: 'refund:1' })
    expect((await ask()).id).toBe((await ask()).id)
    const racing = Array.from({ length: 20 }, () => stripe.refunds.create({ payment_intent: intent.id, amount: 500 }))
    const ends = await Promise.allSettled(racing)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect(await getCharge(intent)).toMatchObject({ amount_refunded: 3500, refunded: true })
  })

  test('requires a succeeded payment, named by exactly one parameter', async () => {
    const { stripe } = simulator
    const open = await stripe.paymentIntents.create({ amount: 500, currency: 'eur' })
    expect(await catchStripeError(stripe.refunds.create({ payment_intent: open.id }))).toMatchObject({
      statusCode: 400,
    })
    expect(await catchStripeError(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 })
    expect(await catchStripeError(stripe.refunds.create({ payment_intent: 'pi_missing' }))).toMatchObject({
      code: 'resource_missing',
    })
    const paid = await pay()
    for (const amount of [0, -1, 1.5]) {
      expect(await catchStripeError(stripe.refunds.create({ payment_intent: paid.id, amount }))).toMatchObject({
        statusCode: 400,
        param: 'amount',
      })
    }
    for (const wrong of [{ reverse_transfer: true }, { refund_application_fee: true }]) {
      expect(await catchStripeError(stripe.refunds.create({ payment_intent: paid.id, ...wrong }))).toMatchObject({
        statusCode: 400,
        param: Object.keys(wrong)[0],
      })
    }
  })

  test('reverses the seller’s share to the cent, and the fee on request', async () => {
    const { stripe } = simulator
    const seller = await makeSeller(simulator)
    const intent = await pay({ application_fee_amount: 175, transfer_data: { destination: seller } })
    const ofPart = (amount: number) =>
      stripe.refunds.create(
        { payment_intent: intent.id, amount, reverse_transfer: true, refund_application_fee: true },
        { idempotencyKey: `part:${amount}` },
      )
    const first = await stripe.refunds.retrieve((await ofPart(1)).id, { expand: ['transfer_reversal'] })
    expect(first.transfer_reversal).toMatchObject({ object: 'transfer_reversal', amount: 1, source_refund: first.id })
    await ofPart(1199)
    await ofPart(2300)
    const [transfer] = (await stripe.transfers.list({ destination: seller })).data
    expect(transfer).toMatchObject({ amount: 3500, amount_reversed: 3500, reversed: true })
    expect(transfer?.reversals.data.map(({ amount }) => amount)).toEqual([2300, 1199, 1])
    const { url } = await stripe.accounts.createLoginLink(seller)
    expect(await (await fetch(url)).text()).toContain('€0.00')
  })
})

describe('a refund after its creation', () => {
  const signed = (path: string) =>
    inbox.received
      .filter((received) => received.path === path)
      .map(({ body, headers }) =>
        simulator.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', SNAPSHOT_SECRET),
      )
  const untilDelivered = (type: string) =>
    expect.poll(() => signed('/snapshot').map((event) => event.type), { interval: 20 }).toContain(type)

  test('is announced by signed events, also when made outside the API', async () => {
    const { stripe, control } = simulator
    const seller = await makeSeller(simulator)
    const intent = await pay({ transfer_data: { destination: seller } })
    await control(`/payment_intents/${intent.id}/refund`, { amount: 1200 })
    await untilDelivered('refund.created')
    await untilDelivered('charge.refunded')
    await untilDelivered('transfer.reversed')
    const [refund] = (await stripe.refunds.list({ payment_intent: intent.id })).data
    expect(refund).toMatchObject({ amount: 1200, status: 'succeeded', metadata: {} })

    await control(`/refunds/${refund?.id}/fail`)
    await untilDelivered('refund.failed')
    expect(await stripe.refunds.retrieve(refund?.id ?? '')).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await getCharge(intent)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(3500)
  })

  test.each([
    ['succeed', 'succeeded', 3500],
    ['cancel', 'canceled', 0],
    ['fail', 'failed', 0],
  ])(
    'a refund to the test card for pending refunds stays pending until the command to %s',
    async (end, status, refunded) => {
      const { stripe, control } = simulator
      const intent = await pay({ payment_method: 'pm_card_pendingRefund' })
      const refund = await stripe.refunds.create({ payment_intent: intent.id })
      expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
      expect(await getCharge(intent)).toMatchObject({ amount_refunded: 3500 })
      await control(`/refunds/${refund.id}/${end}`)
      await untilDelivered('refund.updated')
      const after = await stripe.refunds.retrieve(refund.id)
      expect(after.status).toBe(status)
      expect(after).not.toHaveProperty('pending_reason')
      expect(await getCharge(intent)).toMatchObject({ amount_refunded: refunded })
      await expect(control(`/refunds/${refund.id}/cancel`)).rejects.toThrow('cannot cancel')
    },
  )

  test('a refund larger than the platform’s balance moves no money until funds arrive', async () => {
    const { stripe, control } = simulator
    const intent = await pay()
    await control('/balances', { cents: 3499 })
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({
      status: 'pending',
      pending_reason: 'insufficient_funds',
      balance_transaction: null,
    })
    await control(`/refunds/${refund.id}/succeed`)
    expect(await stripe.refunds.retrieve(refund.id, { expand: ['balance_transaction'] })).toMatchObject({
      status: 'succeeded',
      balance_transaction: { type: 'refund', amount: -3500 },
    })
  })

  test('is refused when the seller’s limit or the transfer is too low', async () => {
    const { stripe, control } = simulator
    const seller = await makeSeller(simulator)
    const intent = await pay({ transfer_data: { destination: seller } })
    const refund = () => stripe.refunds.create({ payment_intent: intent.id, reverse_transfer: true })
    await control('/balances', { account: seller, cents: 3499 })
    expect(await catchStripeError(refund())).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    await control('/balances', { account: seller, cents: null })
    await control(`/refunds/${(await refund()).id}/fail`)
    expect(await catchStripeError(refund())).toMatchObject({ statusCode: 400, param: 'reverse_transfer' })
    expect(await getCharge(intent)).toMatchObject({ amount_refunded: 0 })
  })

  test('can be made and changed on the seller’s dashboard, for the seller’s own payments only', async () => {
    const { stripe } = simulator
    const [seller, other] = [await makeSeller(simulator), await makeSeller(simulator)]
    const intent = await pay({ transfer_data: { destination: seller } })
    const open = async (account: string) => {
      const { url } = await stripe.accounts.createLoginLink(account)
      const page = await (await fetch(url)).text()
      const session = /name="session" value="(\w+)"/u.exec(page)?.[1] ?? ''
      const act = (form: Record<string, string>) =>
        fetch(url, { method: 'POST', body: new URLSearchParams({ session, ...form }) })
      return { page, act }
    }
    const { page, act } = await open(seller)
    const transfer = /<code>(tr_\w+)<\/code>/u.exec(page)?.[1] ?? ''
    const asked = { do: 'refund', id: transfer, amount: '12', left: '3500' }
    await Promise.all([act(asked), act(asked)])
    const [refund, ...more] = (await stripe.refunds.list({ payment_intent: intent.id })).data
    expect(refund).toMatchObject({ amount: 1200, status: 'succeeded' })
    expect(more).toEqual([])

    const paidToOther = await pay({ transfer_data: { destination: other } })
    const stranger = await open(other)
    await stranger.act({ do: 'fail', id: refund?.id ?? '' })
    await stranger.act({ ...asked, left: '2300' })
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1)
    expect((await stripe.refunds.list({ payment_intent: paidToOther.id })).data).toEqual([])
    expect((await stripe.refunds.retrieve(refund?.id ?? '')).status).toBe('succeeded')
    expect(await (await act({ do: 'fail', id: refund?.id ?? '' })).text()).toContain('failed')
    expect((await stripe.refunds.retrieve(refund?.id ?? '')).status).toBe('failed')
  })
})
