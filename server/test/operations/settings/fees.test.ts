import { randomUUID } from 'node:crypto'

import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'
import { computeSmallestValidAmount } from '@kundig/contract/payments/amounts/fee-rule'
import type { PaymentConfiguration, PaymentRequest } from '@kundig/contract/payments/payments.contract'
import { DEFAULT_SETTINGS, type SiteSettings } from '@kundig/contract/site/site-settings'
import type { PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let owner: Person

beforeAll(async () => {
  owner = await makeOperator(app, 'owner', await app.signUp())
})
afterEach(() => setFee({}))

type Fee = SiteSettings['fee']
interface Versioned {
  version: number
  settings: SiteSettings
}
const settings = () => app.must<Versioned>(owner, 'GET', '/api/operations/settings')
const put = (version: number, fee: Partial<Fee>) =>
  app.api<Versioned>(owner, 'PUT', '/api/operations/settings/fee', { ...DEFAULT_SETTINGS.fee, ...fee, version })
async function setFee(fee: Partial<Fee>): Promise<void> {
  expect((await put((await settings()).version, fee)).status).toBe(200)
}
const feeOf = async ({ payment_request_id: id }: PaymentMessage) =>
  (await app.sql('SELECT fee_amount, fee_rule FROM payment_requests WHERE id = $1', [id]))[0]
async function feeAtStripe(message: PaymentMessage) {
  const { application_fee_amount: fee, latest_charge: charge } = await environment.findIntent(message)
  const { application_fee_amount: charged } = await environment.stripe.charges.retrieve(
    typeof charge === 'string' ? charge : '',
  )
  return { fee, charged }
}

describe('the fee of a payment', () => {
  it('is set when the payment request is created, and deducted by Stripe from the seller’s amount', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal, { amount: '35' })
    expect(await feeOf(message)).toEqual({
      fee_amount: 175,
      fee_rule: { percent_bp: 500, fixed_cents: 0, least_cents: 35 },
    })
    expect(await feeAtStripe(message)).toEqual({ fee: 175, charged: 175 })
  })

  it('stays the same when the owner changes the fee, and cannot be changed in the database', async () => {
    const deal = await environment.deal()
    const message = await environment.asked(deal, { amount: '35' })
    await setFee({ percent_bp: 1000, fixed_cents: 30, least_cents: 0 })
    await environment.pay(deal, message)
    // If Stripe's event arrives first, the buyer's claim finds the payment already completed.
    await environment.claim(deal.buyer, message, 'completed')
    expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
    expect(await feeAtStripe(message)).toEqual({ fee: 175, charged: 175 })
    const next = await environment.asked(deal, { amount: '35' })
    expect(await feeOf(next)).toMatchObject({ fee_amount: 380 })
    await expect(
      app.sql('UPDATE payment_requests SET fee_amount = 1 WHERE id = $1', [next.payment_request_id]),
    ).rejects.toThrow('is set')
  })

  it('is zero if the owner has set no fee', async () => {
    await setFee({ percent_bp: 0, least_cents: 0 })
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    expect(await feeOf(message)).toMatchObject({ fee_amount: 0 })
    expect(await feeAtStripe(message)).toEqual({ fee: null, charged: null })
    expect((await environment.refund(deal.seller, message)).status).toBe(200)
  })

  it('is visible to the seller but not the buyer', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    expect(await environment.request(deal.seller, message)).toMatchObject({ amount: 1999, fee_amount: 100 })
    const seen = [
      await environment.request(deal.buyer, message),
      await app.page(deal.buyer, deal.room.id),
      await app.page(deal.seller, deal.room.id),
    ]
    expect((seen[0] as PaymentRequest).fee_amount).toBeNull()
    expect(JSON.stringify(seen)).not.toContain('"fee_amount":1')
    expect(
      await app.must<RefundablePayment>(owner, 'GET', `/api/operations/payments/${message.payment_request_id}`),
    ).toMatchObject({ amount: 1999, fee: 100 })
  })

  it('leaves the payment pending, for a person to check, if Stripe has another fee', async () => {
    const deal = await environment.deal()
    const message = await environment.asked(deal)
    const { intent } = await environment.stored(message)
    await environment.stripe.paymentIntents.update(intent, { application_fee_amount: 1 })
    expect(await environment.secret(deal.buyer, message)).toMatchObject({
      status: 502,
      body: { code: 'PAYMENT_FAILED' },
    })
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
  })
})

describe('the amount of a payment request', () => {
  it.each<[string, Partial<Fee>]>([
    ['the default fee', {}],
    ['no fee and a minimum below Stripe’s', { percent_bp: 0, least_cents: 0, minimum_cents: 1 }],
    ['a fee above Stripe’s minimum', { least_cents: 80 }],
  ])('has exactly the minimum shown in the form, with %s', async (_, set) => {
    await setFee(set)
    const deal = await environment.deal()
    const { fee } = await app.must<PaymentConfiguration>(deal.seller, 'GET', '/api/payments/configuration')
    const least = computeSmallestValidAmount(fee, fee.minimum_cents) / 100
    expect((await environment.ask(deal.seller, deal.room.id, { amount: least.toFixed(2) })).status).toBe(200)
    expect(await environment.ask(deal.seller, deal.room.id, { amount: (least - 0.01).toFixed(2) })).toMatchObject({
      status: 400,
      body: { code: 'AMOUNT_BELOW_LEAST' },
    })
  })

  it('cannot be below the owner’s minimum, from the client or from a program', async () => {
    await setFee({ minimum_cents: 500 })
    const deal = await environment.deal()
    const refused = { status: 400, body: { code: 'AMOUNT_BELOW_LEAST' } }
    expect(await environment.ask(deal.seller, deal.room.id, { amount: '4.99' })).toMatchObject(refused)
    expect((await environment.askByProgram(deal, { amount: 499 })).status).toBe(400)
    expect((await environment.ask(deal.seller, deal.room.id, { amount: '5' })).status).toBe(200)
    const { fee } = await app.must<PaymentConfiguration>(deal.seller, 'GET', '/api/payments/configuration')
    expect(fee).toEqual({ percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: 500 })
  })

  it('keeps its first value and fee when a client id is repeated', async () => {
    const deal = await environment.deal()
    const client_id = randomUUID()
    const first = await environment.asked(deal, { client_id, amount: '5' })
    await setFee({ minimum_cents: 1000 })
    expect(await environment.asked(deal, { client_id, amount: '5' })).toMatchObject({ id: first.id })
    expect(await feeOf(first)).toMatchObject({ fee_amount: 35 })
  })
})

describe('after a refund', () => {
  it.each([
    ['goes back', true],
    ['stays', false],
  ])('the service fee %s, depending on the owner’s setting', async (_, is_refunded) => {
    await setFee({ is_refunded })
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    expect((await environment.refund(deal.seller, message, { amount: '19.99' })).status).toBe(200)
    expect(
      await app.sql('SELECT with_fee, status FROM refunds WHERE payment_request_id = $1', [message.payment_request_id]),
    ).toEqual([{ with_fee: is_refunded, status: 'succeeded' }])
  })
})

describe('setting the fee', () => {
  it.each([
    { percent_bp: 5001 },
    { percent_bp: -1 },
    { percent_bp: 2.5 },
    { fixed_cents: 10_001 },
    { least_cents: -1 },
    { minimum_cents: 0 },
    { is_refunded: 'yes' as unknown as boolean },
  ])('refuses %o', async (fee) => {
    const { version } = await settings()
    expect(await put(version, fee)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })
})
