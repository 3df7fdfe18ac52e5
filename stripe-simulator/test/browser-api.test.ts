import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { type SimulatorApi, createSimulatorApi } from '../src/browser/simulator-api.ts'
import {
  readChallengeUrl,
  postDecision,
  makeDatabase,
  PUBLISHABLE_KEY,
  startTestSimulator,
  type TestSimulator,
} from './test-simulator.ts'

const CARD = { month: 12, year: 2040, cvc: '123' }
const CARD_TYPES: Pick<Stripe.PaymentIntentCreateParams, 'allowed_payment_method_types'> = {
  allowed_payment_method_types: ['card'],
}

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator
let api: SimulatorApi

beforeAll(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url)
  api = createSimulatorApi(PUBLISHABLE_KEY, `${simulator.url}/`)
})

afterAll(async () => {
  await simulator.close()
  await database.drop()
})

async function newSetup(): Promise<string> {
  const customer = await simulator.stripe.customers.create({ email: 'buyer@example.com' })
  const intent = await simulator.stripe.setupIntents.create({ customer: customer.id, ...CARD_TYPES })
  return intent.client_secret ?? ''
}

async function newPayment(): Promise<string> {
  const intent = await simulator.stripe.paymentIntents.create({ amount: 8550, currency: 'eur', ...CARD_TYPES })
  return intent.client_secret ?? ''
}

async function newCard(number: string): Promise<string> {
  const { value } = await api.createCard({ number, ...CARD })
  if (value === undefined) throw new Error('The card was refused')
  return value
}

describe('the browser API', () => {
  it('saves a card', async () => {
    const secret = await newSetup()
    const { value } = await api.confirmSetupIntent(secret, { payment_method: await newCard('4242424242424242') })
    expect(value).toMatchObject({ object: 'setup_intent', status: 'succeeded', client_secret: secret })
    expect((await api.setupIntent(secret)).value).toEqual(value)
  })

  it.each([
    ['pass', 'succeeded', undefined],
    ['fail', 'requires_payment_method', 'payment_intent_authentication_failure'],
  ] as const)('shows 3-D Secure in the page, even with a return address: %s', async (outcome, status, code) => {
    const secret = await newPayment()
    const { value: asked } = await api.confirmPaymentIntent(secret, {
      payment_method: await newCard('4000002760003184'),
      return_url: 'https://shop.example/back',
    })
    expect(asked?.status).toBe('requires_action')
    expect(asked?.next_action?.use_stripe_sdk).toMatchObject({ type: 'three_d_secure_redirect' })

    await postDecision(readChallengeUrl(asked ?? { next_action: null }), outcome)
    const { value } = await api.paymentIntent(secret)
    expect(value?.status).toBe(status)
    expect(value?.last_payment_error?.code).toBe(code)
  })

  it('returns a declined card with its codes and the intent’s new state', async () => {
    const secret = await newPayment()
    const { error } = await api.confirmPaymentIntent(secret, { payment_method: await newCard('4000000000009995') })
    expect(error).toMatchObject({ type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' })
    expect(error?.payment_intent).toMatchObject({ status: 'requires_payment_method', client_secret: secret })
  })

  it('shows an intent only to a client with its secret', async () => {
    const secret = await newPayment()
    const { value, error } = await api.paymentIntent(`${secret.split('_secret_')[0]}_secret_wrong`)
    expect(value).toBeUndefined()
    expect(error?.type).toBe('invalid_request_error')
  })
})

describe('an unreachable simulator', () => {
  let stranger: Server

  beforeAll(async () => {
    stranger = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('Hi'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  })

  const addressOf = (): string => `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`

  it('makes every call return an error instead of rejecting', async () => {
    const strange = createSimulatorApi(PUBLISHABLE_KEY, addressOf())
    expect((await strange.paymentIntent('pi_1_secret_1')).error?.type).toBe('api_error')

    await new Promise((resolve) => stranger.close(resolve))
    expect((await strange.paymentIntent('pi_1_secret_1')).error?.type).toBe('api_connection_error')
    expect((await strange.createCard({ number: '4242424242424242', ...CARD })).error?.type).toBe('api_connection_error')
  })
})
