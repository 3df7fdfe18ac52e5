import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'

import { makeDatabase, makeSeller, catchStripeError, startTestSimulator } from './test-simulator.ts'
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

const pay = (more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> =>
  simulator.stripe.paymentIntents.create({
    amount: 3500,
    currency: 'eur',
    description: 'An hour of advice',
    payment_method: 'pm_card_visa',
    confirm: true,
    ...more,
  })

const payTo = (destination: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  pay({ application_fee_amount: 350, transfer_data: { destination }, ...more })

function getCharge({ latest_charge: charge }: Stripe.PaymentIntent): string {
  if (typeof charge !== 'string') throw new Error('The payment has no charge')
  return charge
}

/** Movements, oldest first, as type, amount, fee and reporting category. */
async function listMovements(stripeAccount?: string) {
  const { data } = await simulator.stripe.balanceTransactions.list({ limit: 100 }, on(stripeAccount))
  return data
    .toReversed()
    .map(({ type, amount, fee, net, reporting_category }) => [type, amount, fee, net, reporting_category])
}

const on = (stripeAccount: string | undefined) => (stripeAccount === undefined ? {} : { stripeAccount })

async function readBalance(stripeAccount?: string) {
  const { available, pending } = await simulator.stripe.balance.retrieve({}, on(stripeAccount))
  return { available: available[0]?.amount, pending: pending[0]?.amount }
}

async function findTransfer(seller: string): Promise<Stripe.Transfer> {
  const [transfer] = (await simulator.stripe.transfers.list({ destination: seller })).data
  if (transfer === undefined) throw new Error('Nothing was sent')
  return transfer
}

describe('a destination charge', () => {
  test('creates a charge, a transfer and a fee for the platform, and a payment for the seller', async () => {
    const { stripe } = simulator
    const seller = await makeSeller(simulator)
    const intent = await payTo(seller)
    expect(await listMovements()).toEqual([
      ['charge', 3500, 78, 3422, 'charge'],
      ['transfer', -3500, 0, -3500, 'transfer'],
      ['application_fee', 350, 0, 350, 'platform_earning'],
    ])
    expect(await listMovements(seller)).toEqual([['payment', 3500, 350, 3150, 'charge']])
    const charge = await stripe.charges.retrieve(getCharge(intent), {
      expand: [
        'balance_transaction',
        'transfer.balance_transaction',
        'transfer.destination_payment',
        'application_fee',
      ],
    })
    expect(charge).toMatchObject({
      application_fee_amount: 350,
      application_fee: {
        object: 'application_fee',
        account: seller,
        amount: 350,
        amount_refunded: 0,
        originating_transaction: charge.id,
        refunded: false,
      },
      balance_transaction: {
        object: 'balance_transaction',
        balance_type: 'payments',
        currency: 'eur',
        description: 'An hour of advice',
        exchange_rate: null,
        fee_details: [{ amount: 78, application: null, currency: 'eur', type: 'stripe_fee' }],
        source: charge.id,
        status: 'pending',
      },
      transfer: {
        balance_transaction: { type: 'transfer', amount: -3500 },
        destination_payment: { object: 'charge', amount: 3500, application_fee_amount: 350 },
      },
    })
    const [fee] = (await stripe.applicationFees.list({ charge: charge.id })).data
    expect(await stripe.applicationFees.retrieve(fee?.id ?? '')).toEqual(fee)
    const [received] = (await stripe.balanceTransactions.list({ expand: ['data.source'] }, { stripeAccount: seller }))
      .data
    expect(received).toMatchObject({
      fee_details: [{ type: 'application_fee', amount: 350 }],
      source: { object: 'charge', source_transfer: (await findTransfer(seller)).id },
    })
    expect(await stripe.charges.list({}, { stripeAccount: seller })).toMatchObject({
      data: [{ balance_transaction: received?.id }],
    })
  })

  test('is pending until its available date on the simulator’s clock', async () => {
    const seller = await makeSeller(simulator)
    await payTo(seller)
    expect(await readBalance()).toEqual({ available: 0, pending: 272 })
    expect(await readBalance(seller)).toEqual({ available: 0, pending: 3150 })
    await simulator.control('/clock/advance', { ms: 2 * 86_400_000 })
    expect(await readBalance()).toEqual({ available: 272, pending: 0 })
    expect(await readBalance(seller)).toEqual({ available: 3150, pending: 0 })
    const { data } = await simulator.stripe.balanceTransactions.list()
    expect(data.map(({ status }) => status)).toEqual(['available', 'available', 'available'])
    expect(await simulator.stripe.balanceTransactions.retrieve(data[0]?.id ?? '')).toEqual(data[0])
  })

  test('costs the fee set by the control API', async () => {
    await simulator.control('/fees', { basis_points: 290, fixed: 30, settle_days: 0 })
    await pay({ amount: 1000 })
    expect(await listMovements()).toEqual([['charge', 1000, 59, 941, 'charge']])
    expect(await readBalance()).toEqual({ available: 941, pending: 0 })
  })

  test('moves no money when declined', async () => {
    await catchStripeError(pay({ payment_method: 'pm_card_chargeDeclined' }))
    expect(await listMovements()).toEqual([])
    expect(await readBalance()).toEqual({ available: 0, pending: 0 })
  })
})

describe('returned money', () => {
  test('a refund returns its share of the transfer and of the fee; Stripe keeps its own fee', async () => {
    const { stripe } = simulator
    const seller = await makeSeller(simulator)
    const intent = await payTo(seller)
    const refund = await stripe.refunds.create(
      {
        payment_intent: intent.id,
        amount: 1000,
        reverse_transfer: true,
        refund_application_fee: true,
        expand: ['balance_transaction', 'transfer_reversal.balance_transaction'],
      },
      {},
    )
    expect((await listMovements()).slice(3)).toEqual([
      ['transfer_refund', 1000, 0, 1000, 'transfer_reversal'],
      ['application_fee_refund', -100, 0, -100, 'platform_earning_refund'],
      ['refund', -1000, 0, -1000, 'refund'],
    ])
    expect(await listMovements(seller)).toEqual([
      ['payment', 3500, 350, 3150, 'charge'],
      ['payment_refund', -1000, -100, -900, 'refund'],
    ])
    expect(refund).toMatchObject({
      balance_transaction: { type: 'refund', source: refund.id, fee_details: [] },
      transfer_reversal: { balance_transaction: { type: 'transfer_refund' } },
    })
    const [fee] = (await stripe.applicationFees.list()).data
    expect(fee).toMatchObject({ amount_refunded: 100, refunded: false })
    expect((await stripe.applicationFees.listRefunds(fee?.id ?? '')).data).toMatchObject([
      { object: 'fee_refund', amount: 100, fee: fee?.id },
    ])
  })

  test.each([['fail'], ['cancel']])(
    'a refunded amount returns to the balance after the command to %s the refund',
    async (end) => {
      const { stripe, control } = simulator
      const intent = await pay({ payment_method: 'pm_card_pendingRefund' })
      const { id } = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 })
      await control(`/refunds/${id}/${end}`)
      expect((await listMovements()).slice(1)).toEqual([
        ['refund', -500, 0, -500, 'refund'],
        ['refund_failure', 500, 0, 500, 'refund_failure'],
      ])
      expect(await stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] })).toMatchObject({
        failure_balance_transaction: { type: 'refund_failure', source: id },
      })
    },
  )

  test('a dispute withdraws the money with a fee; a win returns the money without the fee', async () => {
    const { stripe, control } = simulator
    const seller = await makeSeller(simulator)
    const intent = await payTo(seller)
    await control(`/payment_intents/${intent.id}/dispute`)
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    await stripe.transfers.createReversal((await findTransfer(seller)).id)
    await control(`/disputes/${dispute?.id}/win`)
    await stripe.transfers.create({ amount: 3150, currency: 'eur', destination: seller })
    expect((await listMovements()).slice(3)).toEqual([
      ['adjustment', -3500, 2000, -5500, 'dispute'],
      ['transfer_refund', 3500, 0, 3500, 'transfer_reversal'],
      ['adjustment', 3500, 0, 3500, 'dispute_reversal'],
      ['transfer', -3150, 0, -3150, 'transfer'],
    ])
    const { balance_transactions: own } = await stripe.disputes.retrieve(dispute?.id ?? '')
    expect(own).toEqual((await stripe.balanceTransactions.list({ source: dispute?.id ?? '' })).data.toReversed())
    expect(own[0]).toMatchObject({ fee_details: [{ amount: 2000, type: 'stripe_fee' }], source: dispute?.id })
  })

  test('a refund of only the fee gives the seller an adjustment of at most the fee', async () => {
    const { stripe } = simulator
    const seller = await makeSeller(simulator)
    await payTo(seller)
    const [fee] = (await stripe.applicationFees.list()).data
    const id = fee?.id ?? ''
    await stripe.applicationFees.createRefund(id, { amount: 200 })
    expect(await catchStripeError(stripe.applicationFees.createRefund(id, { amount: 151 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    })
    await stripe.applicationFees.createRefund(id)
    expect(await listMovements(seller)).toEqual([
      ['payment', 3500, 350, 3150, 'charge'],
      ['adjustment', 200, 0, 200, 'fee'],
      ['adjustment', 150, 0, 150, 'fee'],
    ])
    expect(await stripe.applicationFees.retrieve(id)).toMatchObject({ amount_refunded: 350, refunded: true })
  })

  test('a refund may leave the seller with a negative balance', async () => {
    const { stripe, control } = simulator
    await control('/fees', { settle_days: 0 })
    const seller = await makeSeller(simulator)
    const intent = await payTo(seller)
    await control('/payouts', { account: seller })
    await stripe.refunds.create({ payment_intent: intent.id, reverse_transfer: true })
    expect(await readBalance(seller)).toEqual({ available: -3500, pending: 0 })
  })
})

describe('the list of balance transactions', () => {
  test('has pages, newest first, and filters by type, source, currency and time', async () => {
    const { stripe, control } = simulator
    const first = getCharge(await pay({ amount: 100 }))
    const [before] = (await stripe.balanceTransactions.list()).data
    await control('/clock/advance', { ms: 60_000 })
    for (const amount of [200, 300, 400]) await pay({ amount })
    const amounts = async (where: Stripe.BalanceTransactionListParams) =>
      (await stripe.balanceTransactions.list(where)).data.map(({ amount }) => amount)
    expect(await amounts({})).toEqual([400, 300, 200, 100])
    expect(await amounts({ limit: 2, ending_before: before?.id ?? '' })).toEqual([300, 200])
    expect(await amounts({ created: before?.created ?? 0 })).toEqual([100])
    expect(await amounts({ created: { gt: before?.created ?? 0 } })).toEqual([400, 300, 200])
    expect(await amounts({ created: { lte: before?.created ?? 0 } })).toEqual([100])
    expect(await amounts({ source: first, type: 'charge', currency: 'eur' })).toEqual([100])
    expect(await amounts({ type: 'refund' })).toEqual([])
    const all: number[] = []
    for await (const { amount } of stripe.balanceTransactions.list({ limit: 1 })) all.push(amount)
    expect(all).toEqual([400, 300, 200, 100])
    expect(await catchStripeError(stripe.balanceTransactions.retrieve('txn_missing'))).toMatchObject({
      statusCode: 404,
    })
  })

  test.each([
    ['stripe_fee', -120, 'fee', null],
    ['topup', 5000, 'topup', { object: 'topup', status: 'succeeded', amount: 5000 }],
    ['reserve_transaction', -700, 'connect_reserved_funds', { object: 'reserve_transaction', amount: -700 }],
    ['reserved_funds', -700, 'risk_reserved_funds', { object: 'reserve_transaction' }],
    ['payout_failure', 900, 'payout_reversal', null],
    ['something_new', -42, 'other_adjustment', null],
  ])('includes a %s created by the control API', async (type, amount, category, source) => {
    await simulator.control('/balance_transactions', { type, amount, description: 'Made' })
    const [made] = (await simulator.stripe.balanceTransactions.list({ expand: ['data.source'] })).data
    expect(made).toMatchObject({ type, amount, fee: 0, net: amount, reporting_category: category, description: 'Made' })
    expect([made?.source]).toMatchObject([source])
    expect(await readBalance()).toEqual({ available: amount, pending: 0 })
  })

  test('includes a created transaction with a given fee, date and seller', async () => {
    const seller = await makeSeller(simulator)
    const available_on = Math.floor(Date.now() / 1000) + 86_400
    const one = { account: seller, type: 'adjustment', amount: -100, fee: 7, available_on, reporting_category: 'fee' }
    await simulator.control('/balance_transactions', one)
    expect(await listMovements(seller)).toEqual([['adjustment', -100, 7, -107, 'fee']])
    expect(await readBalance(seller)).toEqual({ available: 0, pending: -107 })
    expect(await listMovements()).toEqual([])
  })
})
