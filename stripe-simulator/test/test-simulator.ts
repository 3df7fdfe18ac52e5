import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

import { Client } from 'pg'
import { Stripe } from 'stripe'

import { startStripeSimulator } from '../src/simulator.ts'
import type { StripeSimulator, StripeSimulatorOptions } from '../src/simulator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const SECRET_KEY = 'sk_test_simulator'
export const PUBLISHABLE_KEY = 'pk_test_simulator'
export const SNAPSHOT_SECRET = 'whsec_snapshot'
export const THIN_SECRET = 'whsec_thin'

export interface Received {
  body: string
  headers: IncomingHttpHeaders
  path: string
}

export interface Inbox {
  url: string
  received: Received[]
  answer: (status: number) => void
  close: () => Promise<void>
}

export async function startInbox(port = 0): Promise<Inbox> {
  const received: Received[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        headers: request.headers,
        path: request.url ?? '',
      })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The inbox has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answer: (next) => {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Creates a database for one test file. */
export async function makeDatabase(postgresUrl: string): Promise<{ url: string; drop: () => Promise<unknown> }> {
  const name = `stripe_simulator_${randomBytes(6).toString('hex')}`
  await runStatement(postgresUrl, `CREATE DATABASE ${name}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runStatement(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

export async function runStatement(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

export interface TestSimulator extends StripeSimulator {
  stripe: Stripe
  browser: Stripe
  control: (path: string, body?: object) => Promise<unknown>
}

export async function startTestSimulator(
  databaseUrl: string,
  inbox?: Inbox,
  options: Partial<StripeSimulatorOptions> = {},
): Promise<TestSimulator> {
  const simulator = await startStripeSimulator({
    databaseUrl,
    port: 0,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhooks:
      inbox === undefined
        ? []
        : [
            { url: `${inbox.url}/snapshot`, secret: SNAPSHOT_SECRET, payload: 'snapshot' },
            { url: `${inbox.url}/thin`, secret: THIN_SECRET, payload: 'thin' },
          ],
    ...options,
  })
  return {
    ...simulator,
    stripe: createStripeClient(simulator.url, SECRET_KEY),
    browser: createStripeClient(simulator.url, PUBLISHABLE_KEY),
    control: async (path, body = {}) => {
      const response = await fetch(`${simulator.url}/control${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(await response.text())
      const answer: unknown = await response.json()
      return answer
    },
  }
}

/** The SDK for a simulator, without retries. */
export function createStripeClient(url: string, key: string): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

export const card = (number: string): Stripe.PaymentMethodCreateParams => ({
  type: 'card',
  card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
})

export async function makeSeller({ stripe, control }: TestSimulator): Promise<string> {
  const account = await stripe.v2.core.accounts.create(recipient)
  await control(`/accounts/${account.id}/capability`, { status: 'active' })
  return account.id
}

export const recipient: Stripe.V2.Core.AccountCreateParams = {
  contact_email: 'seller@example.com',
  display_name: 'A seller',
  dashboard: 'express',
  identity: { country: 'NL', entity_type: 'individual' },
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  include: ['configuration.recipient', 'requirements'],
}

export async function catchStripeError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused')
}

export async function readOutcome(
  call: Promise<{ status: string }>,
): Promise<{ status: string; error: undefined } | { status: undefined; error: Stripe.errors.StripeError }> {
  try {
    return { status: (await call).status, error: undefined }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return { status: undefined, error }
    throw error
  }
}

export function readChallengeUrl(intent: { next_action: object | null }): string {
  const url = /"(?:stripe_js|url)":"([^"]+)"/.exec(JSON.stringify(intent.next_action))?.[1]
  if (url === undefined) throw new Error('The intent asks for nothing')
  return url
}

export async function postDecision(url: string, outcome: 'pass' | 'fail'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
}
