import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import {
  makeDatabase,
  makeSeller,
  recipient,
  catchStripeError,
  SNAPSHOT_SECRET,
  startInbox,
  startTestSimulator,
  THIN_SECRET,
} from './test-simulator.ts'
import type { Inbox, TestSimulator } from './test-simulator.ts'

const CONNECT_SECRET = 'whsec_connect'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator
let inbox: Inbox
let seller: string

beforeEach(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  inbox = await startInbox()
  simulator = await startTestSimulator(database.url, undefined, {
    webhooks: [
      { url: `${inbox.url}/snapshot`, secret: SNAPSHOT_SECRET, payload: 'snapshot' },
      { url: `${inbox.url}/thin`, secret: THIN_SECRET, payload: 'thin' },
      { url: `${inbox.url}/connect`, secret: CONNECT_SECRET, payload: 'snapshot', connect: true },
    ],
    fees: { settleDays: 0 },
  })
  seller = await makeSeller(simulator)
})
afterEach(async () => {
  await simulator.close()
  await inbox.close()
  await database.drop()
})

const pay = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  simulator.stripe.paymentIntents.create({
    amount: 3500,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    ...more,
  })

const signed = (path: string, secret: string): Stripe.Event[] =>
  inbox.received
    .filter((received) => received.path === path)
    .map(({ body, headers }) =>
      simulator.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret),
    )

const payoutEvents = (path: string, secret: string) =>
  signed(path, secret)
    .filter(({ type }) => type.startsWith('payout.'))
    .map(({ type }) => type)
    .toSorted()

const readBalance = async (options: Stripe.RequestOptions = {}) =>
  (await simulator.stripe.balance.retrieve({}, options)).available[0]?.amount

async function payOut(body: object = {}): Promise<string> {
  return ((await simulator.control('/payouts', body)) as Stripe.Payout).id
}

describe('a payout', () => {
  test('a payout sends an event when it is in transit and when it is paid', async () => {
    const { stripe, control } = simulator
    await pay()
    const id = await payOut({ amount: 1000, arrival_date: 1_900_000_000, description: 'To the bank' })
    expect(await stripe.payouts.retrieve(id, { expand: ['balance_transaction'] })).toMatchObject({
      object: 'payout',
      amount: 1000,
      arrival_date: 1_900_000_000,
      automatic: false,
      balance_transaction: { type: 'payout', amount: -1000, net: -1000, source: id, reporting_category: 'payout' },
      description: 'To the bank',
      livemode: false,
      method: 'standard',
      reconciliation_status: 'not_applicable',
      status: 'pending',
      type: 'bank_account',
    })
    expect(await readBalance()).toBe(3422 - 1000)
    await control(`/payouts/${id}/in_transit`)
    expect((await stripe.payouts.list({ status: 'in_transit' })).data.map((payout) => payout.id)).toEqual([id])
    await control(`/payouts/${id}/paid`)
    expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: 'paid', trace_id: { status: 'supported' } })
    await expect
      .poll(() => payoutEvents('/snapshot', SNAPSHOT_SECRET), { interval: 20 })
      .toEqual(['payout.created', 'payout.paid', 'payout.updated', 'payout.updated'])
    expect(payoutEvents('/connect', CONNECT_SECRET)).toEqual([])
    expect(await catchStripeError(stripe.balanceTransactions.list({ payout: id }))).toMatchObject({ param: 'payout' })
  })

  test.each([
    ['failed', 'payout_failure', ['payout.created', 'payout.failed', 'payout.updated']],
    ['canceled', 'payout_cancel', ['payout.canceled', 'payout.created', 'payout.updated']],
  ])('a payout that is %s returns its money to the balance', async (status, type, events) => {
    const { stripe, control } = simulator
    await pay()
    const id = await payOut({ amount: 1000 })
    await control(`/payouts/${id}/${status}`)
    expect(await stripe.payouts.retrieve(id, { expand: ['failure_balance_transaction'] })).toMatchObject({
      status,
      failure_code: status === 'failed' ? 'account_closed' : null,
      failure_balance_transaction: { type, amount: 1000, source: id, reporting_category: 'payout_reversal' },
    })
    expect(await readBalance()).toBe(3422)
    await expect.poll(() => payoutEvents('/snapshot', SNAPSHOT_SECRET), { interval: 20 }).toEqual(events)
    await expect(control(`/payouts/${id}/paid`)).rejects.toThrow(`status of ${status}`)
    expect(await readBalance()).toBe(3422)
  })

  test('can be returned by the bank once, even after being paid', async () => {
    const { control } = simulator
    await pay()
    const id = await payOut({ amount: 1000 })
    await control(`/payouts/${id}/paid`)
    await expect(control(`/payouts/${id}/canceled`)).rejects.toThrow('status of paid')
    await control(`/payouts/${id}/failed`, { failure_code: 'no_account', failure_message: 'There is no such account.' })
    await expect(control(`/payouts/${id}/failed`)).rejects.toThrow('status of failed')
    expect(await simulator.stripe.payouts.retrieve(id)).toMatchObject({ failure_code: 'no_account' })
    expect(await readBalance()).toBe(3422)
  })

  test('a payout of the whole balance lists each balance transaction once', async () => {
    const { stripe, control } = simulator
    await pay()
    await control('/balance_transactions', { type: 'stripe_fee', amount: -22 })
    const first = await payOut()
    expect(await stripe.payouts.retrieve(first)).toMatchObject({
      amount: 3400,
      automatic: true,
      reconciliation_status: 'completed',
    })
    const taken = await stripe.balanceTransactions.list({ payout: first })
    expect(taken.data.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -3400],
      ['stripe_fee', -22],
      ['charge', 3422],
    ])
    expect(await readBalance()).toBe(0)
    await expect(control('/payouts')).rejects.toThrow('balance_insufficient')
    await control('/fees', { settle_days: 1 })
    await pay()
    await expect(control('/payouts')).rejects.toThrow('balance_insufficient')
    await control('/clock/advance', { ms: 86_400_000 })
    expect(await stripe.payouts.retrieve(await payOut())).toMatchObject({ amount: 3422 })
  })
})

describe('a connected account', () => {
  test('has automatic payouts, whose events reach the endpoints for accounts', async () => {
    const { stripe, control } = simulator
    const on = { stripeAccount: seller }
    await pay({ application_fee_amount: 500, transfer_data: { destination: seller } })
    const id = await payOut({ account: seller })
    await control(`/payouts/${id}/in_transit`)
    await control(`/payouts/${id}/paid`)
    expect(await stripe.payouts.retrieve(id, {}, on)).toMatchObject({ amount: 3000, status: 'paid' })
    expect((await stripe.payouts.list({}, on)).data).toHaveLength(1)
    expect((await stripe.payouts.list()).data).toEqual([])
    expect(await catchStripeError(stripe.payouts.retrieve(id))).toMatchObject({ code: 'resource_missing' })
    expect(await readBalance(on)).toBe(0)
    await expect
      .poll(() => payoutEvents('/connect', CONNECT_SECRET), { interval: 20 })
      .toEqual(['payout.created', 'payout.paid', 'payout.updated', 'payout.updated'])
    expect(payoutEvents('/snapshot', SNAPSHOT_SECRET)).toEqual([])
    const events = signed('/connect', CONNECT_SECRET)
    expect(events.map(({ account }) => account)).toEqual(events.map(() => seller))
    const [event] = events
    expect(await catchStripeError(stripe.events.retrieve(event?.id ?? ''))).toMatchObject({ statusCode: 404 })
    expect(await stripe.events.retrieve(event?.id ?? '', {}, on)).toMatchObject({ id: event?.id, account: seller })
  })

  test('changes of a connected account are sent to account endpoints and to the platform', async () => {
    const { id } = await simulator.stripe.v2.core.accounts.create(recipient)
    await simulator.control(`/accounts/${id}/capability`, { status: 'active' })
    await expect
      .poll(() => signed('/connect', CONNECT_SECRET).filter(({ account }) => account === id), { interval: 20 })
      .toMatchObject([{ type: 'account.updated' }])
    expect(signed('/snapshot', SNAPSHOT_SECRET).map(({ type }) => type)).not.toContain('account.updated')
    await expect.poll(() => inbox.received.filter(({ path }) => path === '/thin').length).toBeGreaterThan(0)
  })

  test('accepts requests on its behalf only if connected, and only for simulated operations', async () => {
    const { stripe } = simulator
    expect(await catchStripeError(stripe.balance.retrieve({}, { stripeAccount: 'acct_missing' }))).toMatchObject({
      statusCode: 403,
      type: 'StripePermissionError',
      code: 'account_invalid',
    })
    expect(await catchStripeError(stripe.customers.create({}, { stripeAccount: seller }))).toMatchObject({
      statusCode: 400,
    })
    await expect(simulator.control('/payouts', { account: 'acct_missing', amount: 1 })).rejects.toThrow('acct_missing')
  })
})
