import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import {
  card,
  readChallengeUrl,
  readOutcome,
  postDecision,
  makeDatabase,
  makeSeller,
  catchStripeError,
  startTestSimulator,
} from './test-simulator.ts'
import type { TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator
let seller: string

beforeAll(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url)
  seller = await makeSeller(simulator)
})
afterAll(async () => {
  await simulator.close()
  await database.drop()
})

/** Cards without 3-D Secure, with their result when saved and when charged. */
const PLAIN = [
  ['4242424242424242', null, null],
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
  ['4000000000000259', null, null],
  ['4000000000002685', null, null],
  ['4000000000005423', null, null],
  ['4000000000007726', null, null],
  ['4000000000005126', null, null],
] as const

async function makeSetup(number: string) {
  const { stripe, browser } = simulator
  const customer = await stripe.customers.create({ email: 'buyer@example.com' })
  const intent = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] })
  const method = await browser.paymentMethods.create(card(number))
  return { customer, intent, method }
}

async function makePayment(number: string) {
  const { stripe, browser } = simulator
  const customer = await stripe.customers.create({ email: 'buyer@example.com' })
  const intent = await stripe.paymentIntents.create({
    amount: 1250,
    currency: 'eur',
    customer: customer.id,
    transfer_data: { destination: seller },
    allowed_payment_method_types: ['card'],
  })
  const method = await browser.paymentMethods.create(card(number))
  return { customer, intent, method }
}

async function saved(number: string, usage: 'off_session' | 'on_session' = 'off_session') {
  const { stripe } = simulator
  const customer = await stripe.customers.create()
  const method = await stripe.paymentMethods.create(card(number))
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: method.id,
    usage,
    confirm: true,
  })
  if (intent.status === 'requires_action') await postDecision(readChallengeUrl(intent), 'pass')
  return { customer: customer.id, payment_method: method.id }
}

describe('saving a card', () => {
  test.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['5200828282828210', 'mastercard'],
    ['378282246310005', 'amex'],
    ['371449635398431', 'amex'],
  ])('%s is saved with its network, %s, and can pay', async (number, brand) => {
    const { stripe, browser } = simulator
    const cvc = brand === 'amex' ? '1234' : '123'
    const details = { number, exp_month: 12, exp_year: 2040, cvc }
    const method = await browser.paymentMethods.create({ type: 'card', card: details })
    expect(method.card).toMatchObject({ brand, display_brand: brand, last4: number.slice(-4) })
    const { intent } = await makePayment(number)
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: method.id,
      expand: ['latest_charge'],
    })
    expect(paid.status).toBe('succeeded')
    expect(paid.latest_charge).toMatchObject({ payment_method_details: { card: { brand, network: brand } } })
  })

  test.each(PLAIN)('%s fails with the bank’s codes (%s, %s)', async (number, code, declineCode) => {
    const { stripe } = simulator
    const { customer, intent, method } = await makeSetup(number)
    const confirming = stripe.setupIntents.confirm(intent.id, { payment_method: method.id })
    const { status, error } = await readOutcome(confirming)
    expect(error ? [error.statusCode, error.code, error.decline_code, error.setup_intent?.status] : status).toEqual(
      code === null ? 'succeeded' : [402, code, declineCode, 'requires_payment_method'],
    )
    const { data } = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' })
    expect(data.map(({ id }) => id)).toEqual(code === null ? [method.id] : [])
    const stored = await stripe.setupIntents.retrieve(intent.id)
    expect(stored.last_setup_error?.decline_code ?? null).toBe(declineCode)
  })

  test.each(['4000002500003155', '4000002760003184', '4000008260003178'])(
    '%s requires 3-D Secure, and is saved after its success',
    async (number) => {
      const { stripe, browser } = simulator
      const { customer, intent, method } = await makeSetup(number)
      const asked = await browser.setupIntents.confirm(intent.id, {
        payment_method: method.id,
        client_secret: intent.client_secret ?? '',
      } as object)
      expect(asked.status).toBe('requires_action')
      await postDecision(readChallengeUrl(asked), 'pass')
      expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('succeeded')
      expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBe(customer.id)
    },
  )

  test('4000008400001629 is declined by its bank after 3-D Secure', async () => {
    const { stripe } = simulator
    const { intent, method } = await makeSetup('4000008400001629')
    await postDecision(
      readChallengeUrl(await stripe.setupIntents.confirm(intent.id, { payment_method: method.id })),
      'pass',
    )
    const after = await stripe.setupIntents.retrieve(intent.id)
    expect(after.status).toBe('requires_payment_method')
    expect(after.last_setup_error?.code).toBe('card_declined')
  })

  test('a failed 3-D Secure saves no card, and another card can be tried', async () => {
    const { stripe } = simulator
    const { customer, intent, method } = await makeSetup('4000002500003155')
    await postDecision(
      readChallengeUrl(await stripe.setupIntents.confirm(intent.id, { payment_method: method.id })),
      'fail',
    )
    const after = await stripe.setupIntents.retrieve(intent.id)
    expect(after.status).toBe('requires_payment_method')
    expect(after.last_setup_error?.code).toBe('setup_intent_authentication_failure')
    const other = await stripe.paymentMethods.create(card('4242424242424242'))
    await stripe.setupIntents.confirm(intent.id, { payment_method: other.id })
    const { data } = await stripe.customers.listPaymentMethods(customer.id)
    expect(data.map(({ id }) => id)).toEqual([other.id])
  })

  test('lists all attempts to save a card, the latest first, with the id of the setup intent', async () => {
    const { stripe } = simulator
    const { customer, intent, method } = await makeSetup('4000000000000002')
    const confirming = stripe.setupIntents.confirm(intent.id, { payment_method: method.id })
    expect(await catchStripeError(confirming)).toMatchObject({ statusCode: 402, code: 'card_declined' })
    const other = await stripe.paymentMethods.create(card('4242424242424242'))
    await stripe.setupIntents.confirm(intent.id, { payment_method: other.id })
    const { data } = await stripe.setupAttempts.list({ setup_intent: intent.id })
    expect(data).toMatchObject([
      { object: 'setup_attempt', status: 'succeeded', setup_error: null, payment_method: other.id },
      {
        status: 'failed',
        customer: customer.id,
        setup_error: { type: 'card_error', decline_code: 'generic_decline' },
        payment_method_details: { card: { last4: '0002' } },
      },
    ])
    expect((await stripe.setupIntents.retrieve(intent.id)).latest_attempt).toBe(data[0]?.id)
    const missing = stripe.setupAttempts.list({ setup_intent: 'seti_unknown' })
    expect(await catchStripeError(missing)).toMatchObject({ code: 'resource_missing' })
  })

  test('4000003800000446 is saved without 3-D Secure, because this card is already set up', async () => {
    const { intent, method } = await makeSetup('4000003800000446')
    expect((await simulator.stripe.setupIntents.confirm(intent.id, { payment_method: method.id })).status).toBe(
      'succeeded',
    )
  })
})

describe('paying', () => {
  test.each(PLAIN)('%s fails with the bank’s codes (%s, %s)', async (number, code, declineCode) => {
    const { stripe } = simulator
    const { intent, method } = await makePayment(number)
    const confirming = stripe.paymentIntents.confirm(intent.id, { payment_method: method.id })
    const { status, error } = await readOutcome(confirming)
    expect(error ? [error.statusCode, error.code, error.decline_code, error.payment_intent?.status] : status).toEqual(
      code === null ? 'succeeded' : [402, code, declineCode, 'requires_payment_method'],
    )
    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(after.amount_received).toBe(code === null ? 1250 : 0)
    expect(after.last_payment_error?.decline_code ?? null).toBe(declineCode)
    expect(after.latest_charge).toMatchObject({ status: code === null ? 'succeeded' : 'failed', failure_code: code })
  })

  test('4000000000000341 is saved, and declined when it pays', async () => {
    const method = await saved('4000000000000341')
    const error = await catchStripeError(
      simulator.stripe.paymentIntents.create({ amount: 500, currency: 'eur', confirm: true, ...method }),
    )
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
  })

  test.each(['4000002500003155', '4000002760003184', '4000003800000446'])(
    '%s requires 3-D Secure on-session, even after being saved',
    async (number) => {
      const { stripe } = simulator
      const { intent, method } = await makePayment(number)
      const asked = await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id })
      expect(asked.status).toBe('requires_action')
      await postDecision(readChallengeUrl(asked), 'pass')
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')

      const again = await stripe.paymentIntents.create({
        amount: 500,
        currency: 'eur',
        confirm: true,
        ...(await saved(number)),
      })
      expect(again.status).toBe('requires_action')
    },
  )

  test.each([
    ['4000002500003155', 'off_session', 'succeeded'],
    ['4000002500003155', 'on_session', 'authentication_required'],
    ['4000002760003184', 'off_session', 'authentication_required'],
    ['4000003800000446', 'off_session', 'succeeded'],
    ['4000008260003178', 'off_session', 'insufficient_funds'],
  ] as const)('%s saved for %s and used off-session ends with %s', async (number, usage, expected) => {
    const { stripe } = simulator
    const payment = stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      confirm: true,
      off_session: true,
      ...(await saved(number, usage)),
    })
    const { status, error } = await readOutcome(payment)
    expect(status ?? error.decline_code).toBe(expected)
  })

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('%s is refused with %s after 3-D Secure', async (number, declineCode) => {
    const { stripe } = simulator
    const { intent, method } = await makePayment(number)
    await postDecision(
      readChallengeUrl(await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id })),
      'pass',
    )
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after.status).toBe('requires_payment_method')
    expect(after.last_payment_error).toMatchObject({ code: 'card_declined', decline_code: declineCode })
  })

  test('a failed 3-D Secure charges nothing, and the payment can be retried', async () => {
    const { stripe } = simulator
    const { intent, method } = await makePayment('4000002760003184')
    await postDecision(
      readChallengeUrl(await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id })),
      'fail',
    )
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({ status: 'requires_payment_method', latest_charge: null })
    expect(after.last_payment_error?.code).toBe('payment_intent_authentication_failure')
    const again = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(again.status).toBe('succeeded')
  })

  test('only the newest 3-D Secure challenge of a payment has an effect', async () => {
    const { stripe } = simulator
    const { intent, method } = await makePayment('4000002760003184')
    const first = await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id })
    const second = await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id })
    expect(await (await fetch(readChallengeUrl(second))).text()).toContain('value="pass"')
    expect(await (await fetch(readChallengeUrl(first))).text()).not.toContain('value="pass"')
    await postDecision(readChallengeUrl(first), 'pass')
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
    await postDecision(readChallengeUrl(second), 'pass')
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })
})

describe('invalid cards', () => {
  test.each([
    ['4242424242424241', 'incorrect_number', ''],
    ['4111111111111111', 'card_declined', 'test_mode_live_card'],
    ['5454545454545454', 'card_declined', 'test_mode_live_card'],
    ['12345', 'incorrect_number', ''],
  ])('%s is refused with %s', async (number, code, declineCode) => {
    const error = await catchStripeError(simulator.browser.paymentMethods.create(card(number)))
    expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code })
    expect(error.decline_code).toBe(declineCode)
  })

  test.each([
    [{ exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    [{ exp_year: 2001 }, 'invalid_expiry_year', 'exp_year'],
    [{ cvc: '12' }, 'invalid_cvc', 'cvc'],
  ])('%o is refused with %s', async (part, code, param) => {
    const details = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123', ...part }
    const error = await catchStripeError(simulator.browser.paymentMethods.create({ type: 'card', card: details }))
    expect(error).toMatchObject({ statusCode: 402, code, param })
  })
})
