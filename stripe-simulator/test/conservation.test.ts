import * as fc from 'fast-check'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { makeDatabase, makeSeller, startTestSimulator } from './test-simulator.ts'
import type { TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator

beforeAll(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url)
})
afterAll(async () => {
  await simulator.close()
  await database.drop()
})

const which = fc.nat(3)
const payment = fc.record({
  do: fc.constant('pay' as const),
  amount: fc.integer({ min: 50, max: 90_000 }),
  fee: fc.nat(50),
})
const step = fc.oneof(
  payment,
  fc.record({
    do: fc.constant('refund' as const),
    which,
    percent: fc.integer({ min: 1, max: 100 }),
    reverses: fc.boolean(),
    givesFee: fc.boolean(),
  }),
  fc.record({ do: fc.constant('failRefund' as const), which }),
  fc.record({ do: fc.constant('dispute' as const), which, ends: fc.constantFrom('win', 'lose', 'later') }),
  fc.record({ do: fc.constant('reverse' as const), which, cents: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ do: fc.constant('giveFee' as const), which, cents: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('send' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({
    do: fc.constant('payOut' as const),
    whose: fc.constantFrom('platform', 'seller'),
    cents: fc.option(fc.integer({ min: 1, max: 9000 }), { nil: undefined }),
    ends: fc.constantFrom('paid', 'failed', 'canceled'),
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const EVERYTHING: Step[] = [
  { do: 'refund', which: 0, percent: 50, reverses: true, givesFee: true },
  { do: 'failRefund', which: 0 },
  { do: 'giveFee', which: 0, cents: 3 },
  { do: 'reverse', which: 0, cents: 7 },
  { do: 'send', cents: 11 },
  { do: 'dispute', which: 0, ends: 'win' },
  { do: 'wait', days: 3 },
  { do: 'payOut', whose: 'seller', cents: undefined, ends: 'failed' },
  { do: 'payOut', whose: 'platform', cents: 13, ends: 'canceled' },
  { do: 'payOut', whose: 'seller', cents: undefined, ends: 'paid' },
]

interface Outside {
  paidIn: number
  givenBack: number
  takenByBanks: number
  stripesFees: number
  paidOut: number
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

async function readBalance(
  stripeAccount: string | undefined,
): Promise<{ total: number; fees: number; type: string[] }> {
  const { stripe } = simulator
  const options = stripeAccount === undefined ? {} : { stripeAccount }
  const movements = await all(stripe.balanceTransactions.list({ limit: 100 }, options))
  const balance = await stripe.balance.retrieve({}, options)
  const total = [...balance.available, ...balance.pending].reduce((sum, { amount }) => sum + amount, 0)
  const available = movements.filter(({ status }) => status === 'available')
  expect(movements.reduce((sum, { net }) => sum + net, 0)).toBe(total)
  expect(available.reduce((sum, { net }) => sum + net, 0)).toBe(balance.available[0]?.amount)
  for (const { amount, fee, fee_details, net } of movements) {
    expect(net).toBe(amount - fee)
    expect(fee_details.reduce((sum, detail) => sum + detail.amount, 0)).toBe(fee)
  }
  const taken = movements.flatMap(({ fee_details }) => fee_details).filter(({ type }) => type === 'stripe_fee')
  return {
    total,
    fees: taken.reduce((sum, { amount }) => sum + amount, 0),
    type: movements.map(({ type }) => type),
  }
}

/** Computes the money that entered and left Stripe from the objects, not from the movements. */
async function computeOutside(seller: string): Promise<Omit<Outside, 'stripesFees'>> {
  const { stripe } = simulator
  const charges = await all(stripe.charges.list({ limit: 100 }))
  const refunds = await all(stripe.refunds.list({ limit: 100 }))
  const disputes = await all(stripe.disputes.list({ limit: 100 }))
  const payouts = [
    ...(await all(stripe.payouts.list({ limit: 100 }))),
    ...(await all(stripe.payouts.list({ limit: 100 }, { stripeAccount: seller }))),
  ]
  const sum = (amounts: { amount: number }[]) => amounts.reduce((whole, { amount }) => whole + amount, 0)
  return {
    paidIn: sum(charges.filter(({ paid }) => paid)),
    givenBack: sum(refunds.filter(({ status }) => status === 'succeeded' || status === 'pending')),
    takenByBanks: sum(disputes.filter(({ status }) => status !== 'won')),
    paidOut: sum(payouts.filter(({ status }) => status !== 'failed' && status !== 'canceled')),
  }
}

test('any sequence of operations neither creates nor loses money', { tags: 'slow', timeout: 120_000 }, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(payment, fc.array(step, { minLength: 4, maxLength: 12 }), async (first, steps) => {
      await simulator.control('/wipe')
      const seller = await makeSeller(simulator)
      const intents: Stripe.PaymentIntent[] = []
      for (const one of [first, ...steps]) {
        await run(one, seller, intents)
        const platform = await readBalance(undefined)
        const account = await readBalance(seller)
        for (const type of [...platform.type, ...account.type]) seen.add(type)
        const { paidIn, givenBack, takenByBanks, paidOut } = await computeOutside(seller)
        expect(platform.total + account.total).toBe(paidIn - givenBack - takenByBanks - platform.fees - paidOut)
      }
    }),
    { numRuns: 10, examples: [[{ do: 'pay', amount: 9000, fee: 50 }, EVERYTHING]] },
  )
  expect([...seen].toSorted()).toEqual([
    'adjustment',
    'application_fee',
    'application_fee_refund',
    'charge',
    'payment',
    'payment_refund',
    'payout',
    'payout_cancel',
    'payout_failure',
    'refund',
    'refund_failure',
    'transfer',
    'transfer_refund',
  ])
})

/** Runs a step. An impossible step, such as a second dispute, must be refused and change nothing. */
async function run(one: Step, seller: string, intents: Stripe.PaymentIntent[]): Promise<void> {
  const { stripe, control } = simulator
  const intent = 'which' in one ? intents[one.which % Math.max(intents.length, 1)] : undefined
  const refused = () => undefined
  switch (one.do) {
    case 'pay': {
      const made = await stripe.paymentIntents.create({
        amount: one.amount,
        currency: 'eur',
        payment_method: 'pm_card_visa',
        confirm: true,
        application_fee_amount: one.fee,
        transfer_data: { destination: seller },
        expand: ['latest_charge'],
      })
      intents.push(made)
      return
    }
    case 'refund':
      if (intent === undefined) return
      await stripe.refunds
        .create({
          payment_intent: intent.id,
          amount: Math.max(1, Math.floor((intent.amount * one.percent) / 100)),
          reverse_transfer: one.reverses,
          refund_application_fee: one.givesFee,
        })
        .catch(refused)
      return
    case 'failRefund': {
      if (intent === undefined) return
      const [refund] = (await stripe.refunds.list({ payment_intent: intent.id })).data
      await control(`/refunds/${refund?.id}/fail`).catch(refused)
      return
    }
    case 'dispute': {
      if (intent === undefined) return
      await control(`/payment_intents/${intent.id}/dispute`).catch(refused)
      const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
      if (one.ends !== 'later') await control(`/disputes/${dispute?.id}/${one.ends}`).catch(refused)
      return
    }
    case 'reverse': {
      const transfers = await stripe.transfers.list({ destination: seller })
      const transfer = transfers.data[one.which]
      if (transfer === undefined) return
      await stripe.transfers.createReversal(transfer.id, { amount: one.cents }).catch(refused)
      return
    }
    case 'giveFee': {
      const fee = (await stripe.applicationFees.list()).data[one.which]
      if (fee === undefined) return
      await stripe.applicationFees.createRefund(fee.id, { amount: one.cents }).catch(refused)
      return
    }
    case 'send':
      await stripe.transfers.create({ amount: one.cents, currency: 'eur', destination: seller })
      return
    case 'payOut': {
      const account = one.whose === 'seller' ? { account: seller } : {}
      const amount = one.cents === undefined ? {} : { amount: one.cents }
      const payout = await control('/payouts', { ...account, ...amount }).catch(refused)
      if (payout === undefined) return
      await control(`/payouts/${(payout as Stripe.Payout).id}/${one.ends}`)
      return
    }
    case 'wait':
      await control('/clock/advance', { ms: one.days * 86_400_000 })
  }
}
