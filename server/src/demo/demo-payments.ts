import { z } from 'zod'

import type { Logger } from '../platform/logging/logger.ts'
import { DEMO_DEALS, type DemoDeal } from './demo-deals.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-people.ts'

const ANSWER_LIMIT_MS = 15_000
/** Stripe's published test card that succeeds. */
const CARD = { number: '4242424242424242', exp_month: '8', exp_year: '2031', cvc: '314' }

const PAID_ID = '0199f3a0-7c1e-7a40-8f43-5d6f0c5b9a01'
const TO_PAY = {
  client_id: '0199f3a0-7c1e-7a40-8f43-5d6f0c5b9a02',
  amount: '35.00',
  description: 'Half an hour: Stripe’s mails to an address you read',
}

const link = z.object({ url: z.url() })
const secret = z.object({ clientSecret: z.string() })
const created = z.object({ id: z.string() })
const account = z.object({ status: z.literal('ready') })
const configuration = z.object({ simulator_url: z.string(), publishable_key: z.string() })
const payment = z.object({ id: z.string(), payment_request_id: z.string(), status: z.string() })
const succeeded = z.object({ id: z.string(), status: z.literal('succeeded') })
const reviewList = z.object({ items: z.array(created) })
const roomList = z.object({
  items: z.array(
    z.object({ id: z.string(), status: z.string(), partner: z.object({ id: z.string(), full_name: z.string() }) }),
  ),
})

/** Makes the payments of `DEMO_DEALS` by HTTP calls to the server and the simulator. Logs a failure and stops. */
export async function seedDemoPayments(url: string, logger: Logger, signal: AbortSignal): Promise<void> {
  try {
    await new DemoPayments(url, signal).makeAll()
  } catch (error) {
    if (!signal.aborted)
      logger.warn({ reason: String(error).slice(0, 200) }, 'seeding demo payments failed: the demo has none')
  }
}

interface Person {
  post: <T>(path: string, body: object, answer: z.ZodType<T>) => Promise<T>
  put: (path: string, body: object) => Promise<Response>
  /** Reports that a payment is completed. Status 409 means that the provider's event came first. */
  claim: (path: string, body: object) => Promise<Response>
  get: <T>(path: string, answer: z.ZodType<T>) => Promise<T>
  logOut: () => Promise<unknown>
}

/** Makes one deal after another. A stop takes effect between two steps: the server finishes a step that has begun. */
class DemoPayments {
  readonly #url: string
  readonly #signal: AbortSignal
  readonly #people = new Map<string, Person>()
  readonly #sellers = new Set<string>()
  readonly #cards = new Map<string, string>()

  constructor(url: string, signal: AbortSignal) {
    this.#url = url
    this.#signal = signal
  }

  async makeAll(): Promise<void> {
    try {
      for (const deal of DEMO_DEALS) await this.#make(deal)
    } finally {
      for (const person of this.#people.values()) await person.logOut()
    }
  }

  async #make(deal: DemoDeal): Promise<void> {
    this.#signal.throwIfAborted()
    const seller = await this.#logIn(deal.seller)
    if (!this.#sellers.has(deal.seller)) await this.#becomeSeller(deal.seller, seller)
    const buyer = await this.#logIn(deal.buyer)
    const card = this.#cards.get(deal.buyer) ?? (await this.#saveCard(deal.buyer, buyer))
    this.#signal.throwIfAborted()
    const requests = await this.#completeDeal(seller, buyer, card, deal)
    if (deal.buyer === 'sanne') await seller.post(requests, TO_PAY, payment)
  }

  async #call(method: string, path: string, init: RequestInit, refusal?: number): Promise<Response> {
    const patience = AbortSignal.timeout(ANSWER_LIMIT_MS)
    const answer = await fetch(`${this.#url}${path}`, { method, redirect: 'manual', signal: patience, ...init })
    if (answer.status < 400 || answer.status === refusal) return answer
    throw new Error(`${method} ${path.replace(/[^/]{20,}/u, '…')}: ${answer.status}`)
  }

  async #postToSimulator<T>(path: string, form: Record<string, string>, answer: z.ZodType<T>): Promise<T> {
    const { simulator_url, publishable_key } = configuration.parse(
      await (await this.#call('GET', '/api/payments/configuration', {})).json(),
    )
    const headers = { authorization: `Bearer ${publishable_key}` }
    const response = await this.#call('POST', `${simulator_url}${path}`, { headers, body: new URLSearchParams(form) })
    return answer.parse(await response.json())
  }

  async #logIn(key: string): Promise<Person> {
    const known = this.#people.get(key)
    if (known) return known
    const { email = '' } = DEMO_PEOPLE.find((one) => one.key === key) ?? {}
    const json = (body: object, more: Record<string, string> = {}): RequestInit => ({
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
    const answer = await this.#call('POST', '/api/auth/sign-in/email', json({ email, password: DEMO_PASSWORD }))
    const authorization = `Bearer ${answer.headers.get('set-auth-token')}`
    const post: Person['post'] = async (path, body, schema) =>
      schema.parse(await (await this.#call('POST', path, json(body, { authorization }))).json())
    const person: Person = {
      post,
      put: (path, body) => this.#call('PUT', path, json(body, { authorization })),
      claim: (path, body) => this.#call('POST', path, json(body, { authorization }), 409),
      get: async (path, schema) =>
        schema.parse(await (await this.#call('GET', path, { headers: { authorization } })).json()),
      logOut: () => post('/api/auth/sign-out', {}, z.object({})),
    }
    this.#people.set(key, person)
    return person
  }

  async #becomeSeller(key: string, person: Person): Promise<void> {
    this.#sellers.add(key)
    const { pathname, search } = new URL((await person.post('/api/payments/account/onboarding', {}, link)).url)
    const page = await (await this.#call('GET', `${pathname}${search}`, {})).text()
    const session = /name="session" value="([^"]+)"/u.exec(page)?.[1] ?? ''
    this.#signal.throwIfAborted()
    await this.#call('POST', `${pathname}${search}`, { body: new URLSearchParams({ session, outcome: 'complete' }) })
    await person.post('/api/payments/account/refresh', {}, account)
  }

  async #saveCard(key: string, person: Person): Promise<string> {
    const setup = await person.post('/api/payments/cards/setup', {}, secret)
    const fields = Object.fromEntries(Object.entries(CARD).map(([name, value]) => [`card[${name}]`, value]))
    const card = await this.#postToSimulator('/v1/payment_methods', { type: 'card', ...fields }, created)
    const saved = await this.#postToSimulator(
      `/v1/setup_intents/${readIntentId(setup.clientSecret)}/confirm`,
      { client_secret: setup.clientSecret, payment_method: card.id },
      succeeded,
    )
    await person.post('/api/payments/cards', { setup_intent_id: saved.id }, z.object({}))
    this.#cards.set(key, card.id)
    return card.id
  }

  /** Requests, pays and reviews one payment. @returns path of the seller's payment requests */
  async #completeDeal(seller: Person, buyer: Person, card: string, deal: DemoDeal): Promise<string> {
    const { amount, description } = deal
    const { items } = await buyer.get('/api/chat-rooms', roomList)
    const name = DEMO_PEOPLE.find(({ key }) => key === deal.seller)?.full_name
    const room = items.find(({ partner, status }) => partner.full_name === name && status === 'open')
    const requests = `/api/chat-rooms/${room?.id}/payment-requests`
    const paid = await seller.post(requests, { client_id: PAID_ID, amount, description }, payment)
    const address = `/api/payment-requests/${paid.payment_request_id}`
    this.#signal.throwIfAborted()
    const { clientSecret } = await buyer.post(`${address}/client-secret`, {}, secret)
    await this.#postToSimulator(
      `/v1/payment_intents/${readIntentId(clientSecret)}/confirm`,
      { client_secret: clientSecret, payment_method: card },
      succeeded,
    )
    await buyer.claim(`${address}/status`, { room_id: room?.id, message_id: paid.id, status: 'completed' })
    this.#signal.throwIfAborted()
    const reviews = `/api/profiles/${room?.partner.id}/reviews`
    await buyer.put(`${reviews}/own`, deal.review)
    if (deal.answer !== undefined) {
      const [newest] = (await seller.get(reviews, reviewList)).items
      await seller.put(`/api/reviews/${newest?.id}/answer`, { text: deal.answer })
    }
    return requests
  }
}

function readIntentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
