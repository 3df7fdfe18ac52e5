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

const pay = (more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> =>
  simulator.stripe.paymentIntents.create({
    amount: 3500,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    ...more,
  })

async function findDispute({ id }: Stripe.PaymentIntent): Promise<Stripe.Dispute> {
  const [dispute] = (await simulator.stripe.disputes.list({ payment_intent: id })).data
  if (dispute === undefined) throw new Error('The payment has no dispute')
  return dispute
}

const listReceived = () =>
  inbox.received
    .filter(({ path }) => path === '/snapshot')
    .map(({ body, headers }) =>
      simulator.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', SNAPSHOT_SECRET),
    )
    .map(({ type }) => type)
const waitForEvents = (...types: string[]) =>
  expect.poll(listReceived, { interval: 20 }).toEqual(expect.arrayContaining(types.map((type) => type as unknown)))

describe('a dispute', () => {
  test('started by its test card withdraws the money with a fee, and allows no refund', async () => {
    const { stripe } = simulator
    const intent = await pay({ payment_method: 'pm_card_createDispute' })
    const dispute = await findDispute(intent)
    expect(dispute).toMatchObject({
      object: 'dispute',
      amount: 3500,
      payment_intent: intent.id,
      reason: 'fraudulent',
      status: 'needs_response',
      is_charge_refundable: false,
      evidence_details: { has_evidence: false, submission_count: 0 },
      balance_transactions: [{ amount: -3500, fee: 2000, net: -5500 }],
    })
    expect(await stripe.disputes.retrieve(dispute.id, { expand: ['charge'] })).toMatchObject({
      charge: { disputed: true },
    })
    expect(await catchStripeError(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    })
    await waitForEvents('charge.dispute.created', 'charge.dispute.funds_withdrawn')
  })

  test.each([
    ['winning_evidence', 'won', 'charge.dispute.funds_reinstated'],
    ['losing_evidence', 'lost', 'charge.dispute.closed'],
  ])('a dispute with the evidence %s ends as %s', async (text, status, event) => {
    const { stripe } = simulator
    const { id } = await findDispute(await pay({ payment_method: 'pm_card_createDispute' }))
    expect(
      await stripe.disputes.update(id, { evidence: { product_description: 'Advice' }, submit: false }),
    ).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true, submission_count: 0 } })
    expect(await stripe.disputes.update(id, { evidence: { uncategorized_text: text }, submit: true })).toMatchObject({
      status,
      evidence: { product_description: 'Advice', uncategorized_text: text },
      evidence_details: { submission_count: 1, submission_method: 'manual' },
    })
    expect(await catchStripeError(stripe.disputes.update(id, { submit: true }))).toMatchObject({ statusCode: 400 })
    await waitForEvents('charge.dispute.updated', 'charge.dispute.closed', event)
  })

  test('can start as an inquiry, require more evidence, and be accepted', async () => {
    const { stripe, control } = simulator
    const intent = await pay()
    await control(`/payment_intents/${intent.id}/dispute`, { as_inquiry: true, amount: 1000 })
    const { id, ...inquiry } = await findDispute(intent)
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', amount: 1000, is_charge_refundable: true })
    expect(inquiry.balance_transactions).toEqual([])
    await control(`/disputes/${id}/ask_for_more`)
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'needs_response', is_charge_refundable: false })
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'Hello' }, submit: true })
    await control(`/disputes/${id}/ask_for_more`)
    expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' })
    await expect(control(`/disputes/${id}/win`)).rejects.toThrow('status of lost')
  })

  test('allows a refund after a win', async () => {
    const { stripe, control } = simulator
    const intent = await pay({ payment_method: 'pm_card_createDispute' })
    await control(`/disputes/${(await findDispute(intent)).id}/win`)
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(3500)
  })
})

test('an early fraud warning of the card’s network is reported', async () => {
  const intent = await pay({ payment_method: 'pm_card_createIssuerFraudRecord' })
  const [warning] = (await simulator.stripe.radar.earlyFraudWarnings.list({ payment_intent: intent.id })).data
  expect(await simulator.stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '')).toMatchObject({
    object: 'radar.early_fraud_warning',
    payment_intent: intent.id,
    actionable: true,
  })
  await waitForEvents('radar.early_fraud_warning.created')
})

describe('a transfer', () => {
  test('can be reversed without a refund, with its share of the fee, at most in full', async () => {
    const { stripe } = simulator
    const seller = await makeSeller(simulator)
    await pay({ application_fee_amount: 350, transfer_data: { destination: seller } })
    const [transfer] = (await stripe.transfers.list({ destination: seller })).data
    const id = transfer?.id ?? ''
    const ask = () =>
      stripe.transfers.createReversal(
        id,
        { amount: 1000, refund_application_fee: true, metadata: { dispute: '7' } },
        { idempotencyKey: 'dispute:7' },
      )
    expect((await ask()).id).toBe((await ask()).id)
    const racing = Array.from({ length: 10 }, () => stripe.transfers.createReversal(id, { amount: 500 }))
    const ends = await Promise.allSettled(racing)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 3500, reversed: true })
    expect(
      (await stripe.transfers.listReversals(id, { limit: 100 })).data.map(({ metadata }) => metadata),
    ).toContainEqual({ dispute: '7' })
  })

  test('is sent and reversed only within the balance', async () => {
    const { stripe, control } = simulator
    const seller = await makeSeller(simulator)
    const send = () =>
      stripe.transfers.create({ amount: 800, currency: 'eur', destination: seller, transfer_group: 'dispute_7' })
    await control('/balances', { cents: 799 })
    expect(await catchStripeError(send())).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    await control('/balances', { cents: 800 })
    const { id } = await send()
    expect(await catchStripeError(send())).toMatchObject({ code: 'balance_insufficient' })
    expect((await stripe.transfers.list({ transfer_group: 'dispute_7' })).data.map((one) => one.id)).toEqual([id])
    expect((await stripe.transfers.list({ transfer_group: 'dispute_8' })).data).toEqual([])
    await control('/balances', { account: seller, cents: 100 })
    expect(await catchStripeError(stripe.transfers.createReversal(id))).toMatchObject({ code: 'balance_insufficient' })
    await control('/balances', { account: seller, cents: null })
    expect(await stripe.transfers.createReversal(id)).toMatchObject({ amount: 800 })
  })
})
