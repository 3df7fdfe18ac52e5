import type { Card, PaymentConfiguration, SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { Client, Person } from '../people/test-client.ts'
import { CARDS } from './cards.ts'
import { intentIdOf } from './client-secret.ts'

/** What the simulator answers about an intent or a payment method. */
export interface Simulated {
  id: string
  status?: string
  client_secret?: string
  error?: { type: string; code?: string }
}

/** What a person does with payments in a browser: cards in the form, pages at Stripe. */
export function createPaymentClient(app: Pick<Client, 'url' | 'must'>) {
  let publishableKey: string | undefined

  /** Asks the simulator as a browser does, through our own server and with the publishable key. */
  async function simulator(
    method: 'GET' | 'POST',
    path: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Simulated; headers: Headers }> {
    publishableKey ??= (await app.must<PaymentConfiguration>(null, 'GET', '/api/payments/configuration'))
      .publishable_key
    const query = new URLSearchParams(form)
    const response = await fetch(
      `${app.url}/stripe-simulator${path}${method === 'GET' ? `?${query.toString()}` : ''}`,
      {
        method,
        headers: { authorization: `Bearer ${publishableKey}`, ...headers },
        ...(method === 'POST' ? { body: query } : {}),
      },
    )
    const text = await response.text()
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Simulated
    return { status: response.status, headers: response.headers, body }
  }

  /** A card as the form makes it. */
  async function newCard(number: string): Promise<string> {
    const { body, status } = await simulator('POST', '/v1/payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    })
    if (status !== 200) throw new Error(`No card: ${JSON.stringify(body)}`)
    return body.id
  }

  const confirmSetup = async (clientSecret: string, paymentMethod: string): Promise<Simulated> =>
    (
      await simulator('POST', `/v1/setup_intents/${intentIdOf(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        payment_method: paymentMethod,
      })
    ).body

  /** Saves a card the way a browser does; it becomes the default one. */
  async function saveCard(person: Person, number: string = CARDS.visa): Promise<Card[]> {
    const { clientSecret } = await app.must<{ clientSecret: string }>(person, 'POST', '/api/payments/cards/setup')
    const { id } = await confirmSetup(clientSecret, await newCard(number))
    return (await app.must<{ items: Card[] }>(person, 'POST', '/api/payments/cards', { setup_intent_id: id })).items
  }

  /** Goes through the page at Stripe that a link leads to. @returns where it leads back to */
  async function leaveOnboarding(link: string, outcome: 'complete' | 'incomplete' | 'reject'): Promise<string> {
    const here = new URL(link)
    const address = `${app.url}${here.pathname}${here.search}`
    const page = await (await fetch(address)).text()
    const session = /name="session" value="([^"]+)"/u.exec(page)?.[1]
    if (session === undefined) throw new Error('The onboarding did not open')
    const answer = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ session, outcome }),
      redirect: 'manual',
    })
    return answer.headers.get('location') ?? ''
  }

  const startOnboarding = (person: Person): Promise<{ url: string }> =>
    app.must<{ url: string }>(person, 'POST', '/api/payments/account/onboarding')

  const refreshAccount = (person: Person): Promise<SellerAccount> =>
    app.must<SellerAccount>(person, 'POST', '/api/payments/account/refresh')

  /** Makes somebody with a profile a seller who can be paid. */
  async function becomeSeller(person: Person): Promise<SellerAccount> {
    await leaveOnboarding((await startOnboarding(person)).url, 'complete')
    return refreshAccount(person)
  }

  return {
    simulator,
    newCard,
    confirmSetup,
    saveCard,
    startOnboarding,
    leaveOnboarding,
    refreshAccount,
    becomeSeller,
    account: (person: Person): Promise<SellerAccount> =>
      app.must<SellerAccount>(person, 'GET', '/api/payments/account'),
    cards: async (person: Person): Promise<Card[]> =>
      (await app.must<{ items: Card[] }>(person, 'GET', '/api/payments/cards')).items,
  }
}

export type PaymentClient = ReturnType<typeof createPaymentClient>
