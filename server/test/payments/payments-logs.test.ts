import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { breakTable, terminateLockWaiters, mendTable } from '@kundig/testing/database/faulty-tables'
import { findLeaks, recordSecret, secrets, randomMarker } from '@kundig/testing/logs/log-secrets'
import { CARDS, READY_CARDS } from '@kundig/testing/payments/cards'
import { openPaymentEnvironment, type PaymentEnvironment } from '@kundig/testing/payments/payment-environment'
import type { Person } from '@kundig/testing/people/test-client'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

let database: TestDatabase
let server: ServerChild
let environment: PaymentEnvironment
let folder: string
let seller: Person
let buyer: Person
let roomId: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kundig-payment-logs-'))
  server = await startServerChild(
    { DATA_DIR: folder, DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET, LOG_LEVEL: 'debug' },
    ['--simulator'],
  )
  environment = await openPaymentEnvironment(server, { databaseUrl: database.url, sql: database.sql.query })
  for (const [name, key] of Object.entries(environment.keys)) recordSecret(`the ${name}`, String(key))
  for (const [name, number] of Object.entries(CARDS)) recordSecret(`the card ${name}`, number)
  ;[seller, buyer] = [await someone('the seller'), await someone('the buyer')]
  roomId = (await server.room(buyer, seller, recordSecret('the introduction', randomMarker()))).id
})
afterAll(async () => {
  await environment.close()
  server.disconnect()
  await server.kill()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function someone(who: string): Promise<Person> {
  const person = await server.profiled({ full_name: recordSecret(`the name of ${who}`, `Zq ${letters()}`) })
  recordSecret(`the address of ${who}`, person.email)
  // Only a confirmed address is sent to Stripe for receipts.
  await database.sql.query('UPDATE "user" SET email_verified = true WHERE id = $1', [person.id])
  return person
}
const letters = (): string => `x${randomUUID().replaceAll(/[\d-]/gu, '')}x`

async function onboard(outcome: 'complete' | 'incomplete' | 'reject'): Promise<void> {
  const { url } = await environment.startOnboarding(seller)
  recordSecret('the way to the onboarding', new URL(url).pathname)
  await environment.leaveOnboarding(url, outcome)
  await environment.refreshAccount(seller)
}

async function saveCard(number: string): Promise<unknown> {
  const { status, body } = await server.api<{ clientSecret?: string }>(buyer, 'POST', '/api/payments/cards/setup')
  if (body.clientSecret === undefined) return status
  recordSecret('the secret of a setup', body.clientSecret)
  const setup = await environment.confirmSetup(body.clientSecret, await environment.newCard(number))
  const answer = await server.api(buyer, 'POST', '/api/payments/cards', { setup_intent_id: setup.id })
  return answer.status
}

async function pay(card: string, claim: 'completed' | 'rejected'): Promise<number[]> {
  const asked = await environment.ask(seller, roomId, { description: recordSecret('a description', randomMarker()) })
  if (asked.status !== 200) return [asked.status]
  const given = await environment.secret(buyer, asked.body)
  if (given.status !== 200) return [asked.status, given.status]
  recordSecret('the secret of a payment', given.body.clientSecret)
  await environment.confirm(given.body.clientSecret, card)
  const claimed = await environment.claim(buyer, asked.body, claim)
  return [asked.status, given.status, claimed.status]
}

async function postEvent(kind: '' | '/thin', key: string, payload: string): Promise<number> {
  const answer = await fetch(`${server.url}/stripe/webhook${kind}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': environment.stripe.webhooks.generateTestHeaderString({ payload, secret: key }),
    },
    body: payload,
  })
  return answer.status
}
const event = (more: object = {}): string =>
  JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'pi_1', description: recordSecret('a description in an event', randomMarker()) } },
    ...more,
  })

const everything = () =>
  Promise.all([
    saveCard(CARDS.visa),
    pay(READY_CARDS.good, 'completed'),
    server.api(seller, 'POST', '/api/payments/account/onboarding'),
    server.api(seller, 'POST', '/api/payments/account/refresh'),
    postEvent('', environment.keys.webhookSecret, event()),
    server.api(buyer, 'POST', '/functions/createSetupIntent', {}),
  ])

describe('the payment log at its most verbose level', () => {
  it('contains no payment details, whether the payment succeeds or fails', async () => {
    // Pauses Stripe's events, because the server would refuse the buyer's claim after such an event.
    await environment.control('/webhooks/pause')
    await onboard('incomplete')
    expect(await pay(READY_CARDS.good, 'completed')).toEqual([403])
    await onboard('complete')
    expect(await saveCard(CARDS.visa)).toBe(200)
    expect(await saveCard(CARDS.declined)).not.toBe(200)
    expect(await pay(READY_CARDS.declined, 'completed')).toEqual([200, 200, 200])
    expect(await pay(READY_CARDS.good, 'completed')).toEqual([200, 200, 200])
    expect(await pay(READY_CARDS.declined, 'rejected')).toEqual([200, 200, 200])
    await environment.control('/webhooks/resume')
    await expect.poll(() => server.process.output()).toContain('payment request decided')
  })

  it('contains no data of a refused event, only the refusal', async () => {
    const wrongKey = recordSecret('another signing key', `whsec_${randomMarker()}`)
    expect(await postEvent('', wrongKey, event())).toBe(400)
    expect(await postEvent('/thin', wrongKey, event())).toBe(400)
    expect(
      await postEvent(
        '',
        environment.keys.webhookSecret,
        `not JSON ${recordSecret('what is no event', randomMarker())}`,
      ),
    ).toBe(400)
    expect(await postEvent('', environment.keys.webhookSecret, event({ type: 7 }))).toBe(400)
    await expect.poll(() => server.process.output()).toContain('webhook rejected')
  })

  it('contains no payment details when Stripe refuses or is unavailable, only the failure', async () => {
    for (const prefix of ['/v1/payment_intents', '/v1/setup_intents', '/v2/core']) {
      await environment.control('/faults', { path_prefix: prefix, mode: 'refuse', times: 20 })
      await everything()
      await environment.control('/faults/clear')
    }
    await expect.poll(() => server.process.output()).toContain('Stripe rejected a request')
  })

  it('contains no payment details when our own code fails, only the failure', async () => {
    for (const table of ['payment_requests', 'chat_messages', 'stripe_links', 'stripe_events']) {
      await breakTable(database, table)
      await everything()
      await mendTable(database, table)
    }
    await expect.poll(() => server.process.output()).toContain('unexpected error')
  })

  it('contains no payment details when the database disconnects during a statement, only the failure', async () => {
    for (const table of ['payment_requests', 'stripe_links', 'stripe_events'])
      await terminateLockWaiters(database, table, everything)
    await expect.poll(() => server.process.output()).toContain('database unavailable')
  })

  it('contains no payment details after the server has stopped', async () => {
    server.process.signal('SIGTERM')
    expect(await server.process.ended).toBe(0)
    const log = server.process.output()
    expect(secrets.length).toBeGreaterThan(60)
    expect(findLeaks(log)).toEqual([])
    // Also finds secrets that the test did not register: card numbers, client secrets and keys.
    expect(
      log.split('\n').filter((text) => /\b\d{15,16}\b|_secret_|\b[prs]k_(?:live|test)_|whsec_/u.test(text)),
    ).toEqual([])
  })
})
