import { z } from 'zod'

import type { Logger } from '../platform/logging/logger.ts'
import { DEMO_DEALS, type DemoDeal } from './demo-deals.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-people.ts'

/** Timeout of a call (ms). */
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

/** Makes paid experts (`DEMO_DEALS`) by calls over HTTP and to the simulator. Logs a failure and stops. */
export async function seedDemoPayments(url: string, logger: Logger, signal: AbortSignal): Promise<void> {
  try {
    await makePayments(url, signal)
  } catch (error) {
    if (!signal.aborted)
      logger.warn({ reason: String(error).slice(0, 200) }, 'seeding demo payments failed: the demo has none')
  }
}

async function makePayments(url: string, signal: AbortSignal): Promise<void> {
  const ask = async (method: string, path: string, init: RequestInit, refusal?: number): Promise<Response> => {
    const patience = AbortSignal.timeout(ANSWER_LIMIT_MS)
    const answer = await fetch(`${url}${path}`, { method, redirect: 'manual', signal: patience, ...init })
    if (answer.status < 400 || answer.status === refusal) return answer
    throw new Error(`${method} ${path.replace(/[^/]{20,}/u, '…')}: ${answer.status}`)
  }

  async function enter(key: string) {
    const { email = '' } = DEMO_PEOPLE.find((one) => one.key === key) ?? {}
    const json = (body: object, more: Record<string, string> = {}): RequestInit => ({
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
    const entered = await ask('POST', '/api/auth/sign-in/email', json({ email, password: DEMO_PASSWORD }))
    const authorization = `Bearer ${entered.headers.get('set-auth-token')}`
    const post = async <T>(path: string, body: object, answer: z.ZodType<T>): Promise<T> =>
      answer.parse(await (await ask('POST', path, json(body, { authorization }))).json())
    /** Claims a payment. 409: the provider's event came first. */
    const claim = (path: string, body: object): Promise<Response> =>
      ask('POST', path, json(body, { authorization }), 409)
    const get = async <T>(path: string, answer: z.ZodType<T>): Promise<T> =>
      answer.parse(await (await ask('GET', path, { headers: { authorization } })).json())
    const put = (path: string, body: object): Promise<Response> => ask('PUT', path, json(body, { authorization }))
    return { post, put, claim, get, leave: () => post('/api/auth/sign-out', {}, z.object({})) }
  }

  async function atSimulator<T>(path: string, form: Record<string, string>, answer: z.ZodType<T>): Promise<T> {
    const { simulator_url, publishable_key } = configuration.parse(
      await (await ask('GET', '/api/payments/configuration', {})).json(),
    )
    const headers = { authorization: `Bearer ${publishable_key}` }
    const response = await ask('POST', `${simulator_url}${path}`, { headers, body: new URLSearchParams(form) })
    return answer.parse(await response.json())
  }
  /** Waits for the running step: the server would finish it anyway. */
  const go = (): void => signal.throwIfAborted()
  const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''

  type Entered = Awaited<ReturnType<typeof enter>>
  const nameOf = (key: string): string | undefined => DEMO_PEOPLE.find((one) => one.key === key)?.full_name

  async function becomeSeller(person: Entered): Promise<void> {
    const { pathname, search } = new URL((await person.post('/api/payments/account/onboarding', {}, link)).url)
    const page = await (await ask('GET', `${pathname}${search}`, {})).text()
    const session = /name="session" value="([^"]+)"/u.exec(page)?.[1] ?? ''
    go()
    await ask('POST', `${pathname}${search}`, { body: new URLSearchParams({ session, outcome: 'complete' }) })
    await person.post('/api/payments/account/refresh', {}, account)
  }

  async function saveCard(person: Entered): Promise<string> {
    const setup = await person.post('/api/payments/cards/setup', {}, secret)
    const fields = Object.fromEntries(Object.entries(CARD).map(([name, value]) => [`card[${name}]`, value]))
    const card = await atSimulator('/v1/payment_methods', { type: 'card', ...fields }, created)
    const saved = await atSimulator(
      `/v1/setup_intents/${idOf(setup.clientSecret)}/confirm`,
      { client_secret: setup.clientSecret, payment_method: card.id },
      succeeded,
    )
    await person.post('/api/payments/cards', { setup_intent_id: saved.id }, z.object({}))
    return card.id
  }

  /** Lets a buyer pay and review a seller. @returns path of the seller's payment requests */
  async function deal(seller: Entered, buyer: Entered, card: string, { amount, description, ...made }: DemoDeal) {
    const { items } = await buyer.get('/api/chat-rooms', roomList)
    const name = nameOf(made.seller)
    const room = items.find(({ partner, status }) => partner.full_name === name && status === 'open')
    const requests = `/api/chat-rooms/${room?.id}/payment-requests`
    const paid = await seller.post(requests, { client_id: PAID_ID, amount, description }, payment)
    const address = `/api/payment-requests/${paid.payment_request_id}`
    go()
    const { clientSecret } = await buyer.post(`${address}/client-secret`, {}, secret)
    await atSimulator(
      `/v1/payment_intents/${idOf(clientSecret)}/confirm`,
      { client_secret: clientSecret, payment_method: card },
      succeeded,
    )
    await buyer.claim(`${address}/status`, { room_id: room?.id, message_id: paid.id, status: 'completed' })
    go()
    const reviews = `/api/profiles/${room?.partner.id}/reviews`
    await buyer.put(`${reviews}/own`, made.review)
    if (made.answer !== undefined) {
      const [newest] = (await seller.get(reviews, reviewList)).items
      await seller.put(`/api/reviews/${newest?.id}/answer`, { text: made.answer })
    }
    return requests
  }

  const entered = new Map<string, Entered>()
  const cards = new Map<string, string>()
  try {
    for (const made of DEMO_DEALS) {
      go()
      const seller = entered.get(made.seller) ?? (await enter(made.seller))
      if (!entered.has(made.seller)) {
        entered.set(made.seller, seller)
        await becomeSeller(seller)
      }
      const buyer = entered.get(made.buyer) ?? (await enter(made.buyer))
      entered.set(made.buyer, buyer)
      const card = cards.get(made.buyer) ?? (await saveCard(buyer))
      cards.set(made.buyer, card)
      go()
      const requests = await deal(seller, buyer, card, made)
      if (made.buyer === 'sanne') await seller.post(requests, TO_PAY, payment)
    }
  } finally {
    for (const person of entered.values()) await person.leave()
  }
}
