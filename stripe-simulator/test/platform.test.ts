import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'

import { card, makeDatabase, makeSeller, catchStripeError, startTestSimulator } from './test-simulator.ts'
import type { TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator

beforeAll(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url)
})
afterEach(() => simulator.control('/wipe'))
afterAll(async () => {
  await simulator.close()
  await database.drop()
})

const payStraight = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  simulator.stripe.paymentIntents.create({
    amount: 3500,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    ...more,
  })

describe('the platform’s account', () => {
  test('has an id that survives a restart', async () => {
    const { stripe } = simulator
    const account = await stripe.accounts.retrieveCurrent()
    expect(account).toMatchObject({ object: 'account', type: 'standard', country: 'NL', default_currency: 'eur' })
    expect(account.id).toMatch(/^acct_\w{16}$/)
    expect(await stripe.accounts.retrieve(account.id)).toEqual(account)
    const again = await startTestSimulator(database.url)
    expect((await again.stripe.accounts.retrieveCurrent()).id).toBe(account.id)
    await again.close()
    const seller = await makeSeller(simulator)
    expect((await stripe.accounts.retrieveCurrent({}, { stripeAccount: seller })).id).toBe(seller)
    expect((await stripe.balance.retrieve()).livemode).toBe(false)
  })

  test('can be switched to another account with separate objects, and back', async () => {
    const { stripe, control } = simulator
    const { id: first } = await stripe.accounts.retrieveCurrent()
    const customer = await stripe.customers.create({ email: 'one@example.com' }, { idempotencyKey: 'customer:1' })
    const seller = await makeSeller(simulator)
    const intent = await payStraight({ transfer_data: { destination: seller } })
    const { account: second } = (await control('/platform')) as { account: string }
    expect((await stripe.accounts.retrieveCurrent()).id).toBe(second)
    const missing = { code: 'resource_missing' }
    expect(await catchStripeError(stripe.customers.retrieve(customer.id))).toMatchObject({
      statusCode: 404,
      ...missing,
    })
    expect(await catchStripeError(stripe.paymentIntents.retrieve(intent.id))).toMatchObject(missing)
    expect(await catchStripeError(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject(missing)
    expect(await catchStripeError(payStraight({ customer: customer.id }))).toMatchObject({
      statusCode: 400,
      ...missing,
    })
    expect(await catchStripeError(payStraight({ transfer_data: { destination: seller } }))).toMatchObject(missing)
    expect(await catchStripeError(stripe.v2.core.accounts.retrieve(seller))).toMatchObject({ code: 'account_invalid' })
    expect(await catchStripeError(stripe.balance.retrieve({}, { stripeAccount: seller }))).toMatchObject({
      statusCode: 403,
    })
    expect((await stripe.balanceTransactions.list()).data).toEqual([])
    expect((await stripe.events.list()).data).toEqual([])
    const recreated = await stripe.customers.create({ email: 'one@example.com' }, { idempotencyKey: 'customer:1' })
    expect(recreated.id).not.toBe(customer.id)
    await control('/platform', { account: first })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'one@example.com' })
    expect((await stripe.balanceTransactions.list()).data).toHaveLength(2)
  })
})

test('a deleted customer is marked deleted, and cannot be used', async () => {
  const { stripe } = simulator
  const { id } = await stripe.customers.create({ email: 'gone@example.com' })
  const method = await stripe.paymentMethods.create(card('4242424242424242'))
  await stripe.paymentMethods.attach(method.id, { customer: id })
  const paid = await payStraight({ customer: id, payment_method: method.id })
  expect(await stripe.customers.del(id)).toMatchObject({ id, object: 'customer', deleted: true })
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, object: 'customer', deleted: true })
  const missing = { code: 'resource_missing' }
  expect(await catchStripeError(stripe.customers.del(id))).toMatchObject({ statusCode: 404, ...missing })
  expect(await catchStripeError(stripe.customers.update(id, { name: 'Back' }))).toMatchObject(missing)
  expect(await catchStripeError(stripe.customers.listPaymentMethods(id))).toMatchObject({ statusCode: 404, ...missing })
  expect(await catchStripeError(payStraight({ customer: id }))).toMatchObject({ param: 'customer', ...missing })
  expect(await catchStripeError(stripe.setupIntents.create({ customer: id }))).toMatchObject({
    param: 'customer',
    ...missing,
  })
  expect(await catchStripeError(stripe.paymentMethods.attach(method.id, { customer: id }))).toMatchObject(missing)
  expect((await stripe.customers.list()).data).toEqual([])
  expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBeNull()
  expect(await stripe.paymentIntents.retrieve(paid.id, { expand: ['customer'] })).toMatchObject({
    customer: { id, deleted: true },
  })
  expect((await stripe.events.list({ type: 'customer.deleted' })).data).toHaveLength(1)
})

test('the lists of payments, refunds and transfers can be filtered by time', async () => {
  const { stripe, control } = simulator
  const customer = await stripe.customers.create()
  const first = await payStraight({ customer: customer.id })
  await control('/clock/advance', { ms: 60_000 })
  const seller = await makeSeller(simulator)
  const second = await payStraight({ transfer_data: { destination: seller }, application_fee_amount: 100 })
  const refund = await stripe.refunds.create({ payment_intent: second.id, amount: 100, reverse_transfer: true })
  const since = { created: { gt: first.created } }
  const ids = async (list: Promise<{ data: { id: string }[] }>) => (await list).data.map(({ id }) => id)
  expect(await ids(stripe.paymentIntents.list(since))).toEqual([second.id])
  expect(await ids(stripe.paymentIntents.list({ limit: 1, starting_after: second.id }))).toEqual([first.id])
  expect(await ids(stripe.paymentIntents.list({ customer: customer.id }))).toEqual([first.id])
  expect(await ids(stripe.charges.list(since))).toEqual([second.latest_charge])
  expect(await ids(stripe.charges.list({ customer: customer.id }))).toEqual([first.latest_charge])
  for (const count of [
    (await stripe.refunds.list(since)).data,
    (await stripe.transfers.list(since)).data,
    (await stripe.applicationFees.list(since)).data,
  ]) {
    expect(count).toHaveLength(1)
  }
  for (const count of [
    // The refund may be a second later than the payment, so its own time is used.
    (await stripe.refunds.list({ created: { gt: refund.created } })).data,
    (await stripe.transfers.list({ created: { lt: second.created } })).data,
  ]) {
    expect(count).toEqual([])
  }
})

describe('a seller’s requirements', () => {
  async function stateOf(id: string) {
    const { stripe } = simulator
    const v2 = await stripe.v2.core.accounts.retrieve(id, { include: ['configuration.recipient', 'requirements'] })
    const { requirements, payouts_enabled } = await stripe.accounts.retrieve(id)
    return {
      balance: v2.configuration?.recipient?.capabilities?.stripe_balance,
      v2: v2.requirements,
      requirements,
      payouts_enabled,
    }
  }
  const typesOf = async (id: string) =>
    (await simulator.stripe.v2.core.events.list({ object_id: id })).data.map(({ type }) => type as string)

  test('a requirement restricts no seller before its deadline', async () => {
    const id = await makeSeller(simulator)
    const countBefore = (await typesOf(id)).length
    await simulator.control(`/accounts/${id}/requirements`, { deadline: 2_000_000_000 })
    const { v2, requirements, balance, payouts_enabled } = await stateOf(id)
    expect(v2?.summary?.minimum_deadline).toEqual({ status: 'currently_due', time: '2033-05-18T03:33:20.000Z' })
    expect(v2?.entries?.map(({ minimum_deadline }) => minimum_deadline.status)).toEqual([
      'currently_due',
      'currently_due',
    ])
    expect(requirements).toMatchObject({ current_deadline: 2_000_000_000, disabled_reason: null, past_due: [] })
    expect(requirements?.currently_due).toEqual(['external_account', 'tos_acceptance.date', 'tos_acceptance.ip'])
    expect([balance?.payouts?.status, balance?.stripe_transfers?.status, payouts_enabled]).toEqual([
      'active',
      'active',
      true,
    ])
    expect((await typesOf(id)).slice(0, -countBefore)).toEqual(['v2.core.account[requirements].updated'])
    await simulator.control(`/accounts/${id}/requirements`, { due: [] })
    expect((await stateOf(id)).requirements).toMatchObject({ current_deadline: null, eventually_due: [] })
  })

  test('can be eventually due or past due, which restricts the seller', async () => {
    const id = await makeSeller(simulator)
    const due = ['identity.individual.address']
    await simulator.control(`/accounts/${id}/requirements`, { due, status: 'eventually_due' })
    expect(await stateOf(id)).toMatchObject({
      payouts_enabled: true,
      requirements: { currently_due: [], past_due: [], current_deadline: null, disabled_reason: null },
    })
    expect((await stateOf(id)).requirements?.eventually_due).toHaveLength(3)
    await simulator.control(`/accounts/${id}/requirements`, { due, status: 'past_due' })
    const after = await stateOf(id)
    expect(after).toMatchObject({
      payouts_enabled: false,
      balance: { payouts: { status: 'restricted' }, stripe_transfers: { status: 'restricted' } },
      requirements: { disabled_reason: 'requirements.past_due' },
    })
    expect(after.requirements?.past_due).toHaveLength(3)
    expect(await catchStripeError(payStraight({ transfer_data: { destination: id } }))).toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    })
  })

  test('a seller without open requirements can have payouts off and transfers on', async () => {
    const id = await makeSeller(simulator)
    const countBefore = (await typesOf(id)).length
    await simulator.control(`/accounts/${id}/payouts`, { status: 'restricted' })
    expect(await stateOf(id)).toMatchObject({
      payouts_enabled: false,
      balance: { payouts: { status: 'restricted' }, stripe_transfers: { status: 'active' } },
    })
    expect((await payStraight({ transfer_data: { destination: id } })).status).toBe('succeeded')
    expect((await typesOf(id)).slice(0, -countBefore)).toEqual([
      'v2.core.account[configuration.recipient].capability_status_updated',
    ])
    await simulator.control(`/accounts/${id}/payouts`, { status: 'active' })
    expect((await stateOf(id)).payouts_enabled).toBe(true)
  })
})
