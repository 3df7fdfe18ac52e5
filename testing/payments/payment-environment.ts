import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Stripe } from 'stripe'
import { startStripeSimulator } from 'stripe-simulator'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { PaymentRequest } from '@kundig/contract/payments/payments.contract'
import { deriveSimulatorKeys } from '@kundig/server/payment-provider'

import type { Sql } from '../database/test-database.ts'
import type { Answer, Client, Person } from '../people/test-client.ts'
import { TEST_SECRET } from '../server/test-app.ts'
import { READY_CARDS } from './cards.ts'
import { toIntentId } from './client-secret.ts'
import { createPaymentClient, type PaymentClient } from './payment-client.ts'

const SIMULATOR_SCHEMA = 'stripe_simulator'

/** Timeout for events (ms). A failed event is sent again after a pause of seconds. */
const EVENTS_LIMIT_MS = 20_000

export type PaymentMessage = Message & { payment_request_id: string; amount: number; status: PaymentStatus }

export interface SeenIntent {
  id: string
  status: string
  next_action: { use_stripe_sdk: { stripe_js: string } } | null
}

export interface Deal {
  seller: Person
  buyer: Person
  room: Room
}

type StoredRequest = {
  status: string
  ended_by: string | null
  cancelled_as: string | null
  intent: string
  check_at: Date | null
}

export interface PaymentEnvironment extends PaymentClient {
  stripe: Stripe
  keys: ReturnType<typeof deriveSimulatorKeys>
  /** Calls the simulator's control API, which Stripe lacks. */
  control: <Body = unknown>(path: string, body?: object) => Promise<Body>
  findAccount: (person: Person) => Promise<string>
  findCustomer: (person: Person) => Promise<string>
  /** Creates a deal between a new buyer and one seller. All deals of this function share this seller. */
  deal: () => Promise<Deal>
  ownDeal: () => Promise<Deal>
  ask: (seller: Person, roomId: string, input?: object) => Promise<Answer<PaymentMessage>>
  asked: (deal: Deal, input?: object) => Promise<PaymentMessage>
  secret: (person: Person | null, message: PaymentMessage) => Promise<Answer<{ clientSecret: string }>>
  confirm: (clientSecret: string, card?: string) => Promise<{ status: number; intent: SeenIntent | undefined }>
  /** Pays in the browser, without reporting the payment to Kundig. */
  pay: (deal: Deal, message: PaymentMessage, card?: string) => Promise<SeenIntent>
  decide3dSecure: (intent: SeenIntent, outcome: 'pass' | 'fail') => Promise<void>
  claim: (
    person: Person | null,
    message: PaymentMessage,
    status: string,
    other?: object,
  ) => Promise<Answer<PaymentMessage>>
  decline: (person: Person | null, message: PaymentMessage) => Promise<Answer<PaymentMessage>>
  withdraw: (person: Person | null, message: PaymentMessage) => Promise<Answer<PaymentMessage>>
  /** Requests a payment, pays it, and reports the payment to Kundig. */
  paid: (deal: Deal, input?: object, card?: string) => Promise<PaymentMessage>
  /** Refunds the amount of `input`; €5.00 by default. */
  refund: (person: Person | null, message: PaymentMessage, input?: object) => Promise<Answer<PaymentMessage>>
  /** Requests a refund as the buyer; €5.00 by default. */
  requestRefund: (person: Person | null, message: PaymentMessage, input?: object) => Promise<Answer<PaymentMessage>>
  endRefundRequest: (
    person: Person | null,
    message: PaymentMessage,
    as: 'decline' | 'withdraw',
  ) => Promise<Answer<PaymentMessage>>
  /** Requests money by the seller's program (`createPayment`). */
  askByProgram: (deal: Deal, input?: object) => Promise<Answer<{ clientSecret: string }>>
  request: (person: Person, message: PaymentMessage) => Promise<PaymentRequest>
  stored: (message: PaymentMessage) => Promise<StoredRequest>
  findIntent: (message: PaymentMessage) => Promise<Stripe.PaymentIntent>
  /** Waits until Kundig has processed all of Stripe's events so far. */
  waitForEvents: () => Promise<void>
  charges: (message: PaymentMessage) => Promise<{ count: number; cents: number }>
  close: () => Promise<void>
}

/** Opens the calls by which people pay each other in simulated payments. The simulator outlives a killed server. */
export async function openPaymentEnvironment(
  client: Client,
  { databaseUrl, sql, secret = TEST_SECRET }: { databaseUrl: string; sql: Sql['query']; secret?: string },
): Promise<PaymentEnvironment> {
  const keys = deriveSimulatorKeys(secret)
  const simulator = await startStripeSimulator({
    databaseUrl,
    schema: SIMULATOR_SCHEMA,
    port: 0,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhooks: [
      { url: `${client.url}/stripe/webhook`, secret: keys.webhookSecret, payload: 'snapshot' },
      {
        url: `${client.url}/stripe/webhook/connect`,
        secret: keys.connectWebhookSecret,
        payload: 'snapshot',
        connect: true,
      },
      { url: `${client.url}/stripe/webhook/thin`, secret: keys.thinWebhookSecret, payload: 'thin' },
    ],
  })
  const { hostname: host, port } = new URL(simulator.url)
  const stripe = new Stripe(keys.secretKey, { protocol: 'http', host, port, telemetry: false })

  async function callSimulatorControl<Body>(path: string, body: object = {}): Promise<Body> {
    const answer = await fetch(`${simulator.url}/control${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  async function findStripeId(person: Person, kind: 'customer' | 'connect_account'): Promise<string> {
    const [row] = await sql<{ id: string }>(
      `SELECT stripe_id AS id FROM stripe_links WHERE user_id = $1 AND kind = $2 AND gone_at IS NULL
       ORDER BY created_at DESC LIMIT 1`,
      [person.id, kind],
    )
    if (!row) throw new Error(`no ${kind}`)
    return row.id
  }
  const findAccount = (person: Person): Promise<string> => findStripeId(person, 'connect_account')
  const findCustomer = (person: Person): Promise<string> => findStripeId(person, 'customer')

  const paymentClient = createPaymentClient(client)

  const newSeller = async (): Promise<Person> => {
    const seller = await client.profiled()
    await paymentClient.becomeSeller(seller)
    return seller
  }
  let shared: Promise<Person> | undefined

  async function createDeal(ready: Promise<Person>): Promise<Deal> {
    const [seller, buyer] = await Promise.all([ready, client.profiled()])
    return { seller, buyer, room: await client.room(buyer, seller) }
  }
  const deal = (): Promise<Deal> => createDeal((shared ??= newSeller()))

  const ask = (seller: Person, roomId: string, input: object = {}): Promise<Answer<PaymentMessage>> =>
    client.api<PaymentMessage>(seller, 'POST', `/api/chat-rooms/${roomId}/payment-requests`, {
      client_id: randomUUID(),
      amount: '19.99',
      ...input,
    })

  async function confirmIntent(clientSecret: string, card: string = READY_CARDS.good) {
    const id = toIntentId(clientSecret)
    const answer = await fetch(`${simulator.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.publishableKey}` },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: card, use_stripe_sdk: 'true' }),
    })
    const body = (await answer.json()) as SeenIntent & { error?: { payment_intent?: SeenIntent } }
    return { status: answer.status, intent: answer.ok ? body : body.error?.payment_intent }
  }

  const asked = async ({ seller, room }: Deal, input?: object): Promise<PaymentMessage> => {
    const { status, body } = await ask(seller, room.id, input)
    if (status !== 200) throw new Error(`asking: ${status} ${JSON.stringify(body)}`)
    return body
  }

  const secretOf = (person: Person | null, message: PaymentMessage): Promise<Answer<{ clientSecret: string }>> =>
    client.api(person, 'POST', `/api/payment-requests/${message.payment_request_id}/client-secret`)

  async function payRequest({ buyer }: Deal, message: PaymentMessage, card?: string): Promise<SeenIntent> {
    const { status, body } = await secretOf(buyer, message)
    if (status !== 200) throw new Error(`client secret: ${status} ${JSON.stringify(body)}`)
    const { intent } = await confirmIntent(body.clientSecret, card)
    if (!intent) throw new Error('Stripe did not take the confirmation')
    return intent
  }

  const claim: PaymentEnvironment['claim'] = (person, message, status, other = {}) =>
    client.api(person, 'POST', `/api/payment-requests/${message.payment_request_id}/status`, {
      room_id: message.room_id,
      message_id: message.id,
      status,
      ...other,
    })

  async function readStoredRequest(message: PaymentMessage) {
    const [row] = await sql<StoredRequest>(
      `SELECT status, ended_by, cancelled_as, stripe_payment_intent_id AS intent, check_at
       FROM payment_requests WHERE id = $1`,
      [message.payment_request_id],
    )
    if (!row) throw new Error('no such payment request')
    return row
  }

  return {
    ...paymentClient,
    stripe,
    keys,
    control: callSimulatorControl,
    findAccount,
    findCustomer,
    deal,
    ownDeal: () => createDeal(newSeller()),
    ask,
    asked,
    secret: secretOf,
    confirm: confirmIntent,
    pay: payRequest,
    decide3dSecure: async ({ next_action }, outcome) => {
      const page = new URL(next_action?.use_stripe_sdk.stripe_js ?? '')
      const id = page.pathname.split('/').at(-1) ?? ''
      await fetch(`${simulator.url}/hosted/3d-secure/${id}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ outcome }),
      })
    },
    claim,
    decline: (person, { payment_request_id: id }) => client.api(person, 'POST', `/api/payment-requests/${id}/decline`),
    withdraw: (person, { payment_request_id: id }) =>
      client.api(person, 'POST', `/api/payment-requests/${id}/withdraw`),
    paid: async (made, input, card) => {
      const message = await asked(made, input)
      await payRequest(made, message, card)
      const { status, body } = await claim(made.buyer, message, 'completed')
      // Stripe's event may have arrived before the claim.
      if (status !== 200 && status !== 409) throw new Error(`paying: ${status} ${JSON.stringify(body)}`)
      return message
    },
    requestRefund: (person, { payment_request_id: id }, input = {}) =>
      client.api(person, 'POST', `/api/payment-requests/${id}/refund-requests`, {
        client_id: randomUUID(),
        amount: '5',
        reason: 'We did not meet',
        ...input,
      }),
    endRefundRequest: async (person, { payment_request_id: id }, as) => {
      const [one] = await sql<{ id: string }>(
        'SELECT id FROM refund_requests WHERE payment_request_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
        [id],
      )
      const path = `/api/payment-requests/${id}/refund-requests/${one?.id ?? randomUUID()}/${as}`
      return client.api(person, 'POST', path, as === 'decline' ? { reason: 'We did meet' } : {})
    },
    refund: (person, { payment_request_id: id }, input = {}) =>
      client.api(person, 'POST', `/api/payment-requests/${id}/refunds`, {
        client_id: randomUUID(),
        amount: '5',
        reason: 'We met for half an hour only',
        ...input,
      }),
    askByProgram: async ({ seller, buyer }, input = {}) =>
      client.api(seller, 'POST', '/functions/createPayment', {
        amount: 1999,
        currency: 'eur',
        customerId: await findCustomer(buyer),
        connectAccountId: await findAccount(seller),
        description: 'An hour of advice',
        ...input,
      }),
    request: (person, message) => client.must(person, 'GET', `/api/payment-requests/${message.payment_request_id}`),
    stored: readStoredRequest,
    findIntent: async (message) => stripe.paymentIntents.retrieve((await readStoredRequest(message)).intent),
    waitForEvents: async () => {
      const deadline = performance.now() + EVENTS_LIMIT_MS
      for (;;) {
        const left = await sql<{ type: string }>(
          `SELECT e.type FROM ${SIMULATOR_SCHEMA}.deliveries d JOIN ${SIMULATOR_SCHEMA}.events e ON e.id = d.event_id
           WHERE d.state = 'due'`,
        )
        if (left.length === 0) return
        if (performance.now() > deadline)
          throw new Error(`events not delivered in time: ${left.map(({ type }) => type).join(', ')}`)
        await sleep(20)
      }
    },
    charges: async (message) => {
      const rows = await sql<{ cents: number }>(
        `SELECT (data->>'amount')::int AS cents FROM ${SIMULATOR_SCHEMA}.objects
         WHERE kind = 'charge' AND data->>'status' = 'succeeded' AND data->'metadata'->>'payment_request_id' = $1`,
        [message.payment_request_id],
      )
      return { count: rows.length, cents: rows.reduce((sum, { cents }) => sum + cents, 0) }
    },
    close: simulator.close,
  }
}

/**
 * Requests and pays an amount during faults of Stripe: both browsers retry under the same ids until they get an answer.
 * @returns the message, and the answer to the buyer's claim: 409 if Stripe's event was first
 * @throws Error on any answer but success and 503
 */
export async function payWithRetries(
  environment: PaymentEnvironment,
  { seller, buyer, room }: Deal,
  amount: string,
  onRefusal: (answer: Answer<unknown>) => void,
): Promise<{ message: PaymentMessage; claimed: number }> {
  async function retryWhileUnavailable<Body>(attempt: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
    for (;;) {
      const answer = await attempt()
      if (answer.status !== 503) return answer
      onRefusal(answer)
    }
  }
  async function requireSuccessAfterRetries<Body>(attempt: () => Promise<Answer<Body>>): Promise<Body> {
    const { status, body } = await retryWhileUnavailable(attempt)
    if (status !== 200) throw new Error(`an answer of ${status} instead of 200 or 503`)
    return body
  }
  const client_id = randomUUID()
  const message = await requireSuccessAfterRetries(() => environment.ask(seller, room.id, { client_id, amount }))
  const { clientSecret } = await requireSuccessAfterRetries(() => environment.secret(buyer, message))
  // After a cut connection, the browser retries with the same secret.
  for (let status: string | undefined; status !== 'succeeded';) {
    status = (await environment.confirm(clientSecret).catch(() => undefined))?.intent?.status
  }
  const { status: claimed } = await retryWhileUnavailable(() => environment.claim(buyer, message, 'completed'))
  return { message, claimed }
}
