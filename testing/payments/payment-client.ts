import type { Card, PaymentConfiguration, SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { Person } from '../people/test-client.ts'
import { CARDS } from './cards.ts'
import { toIntentId } from './client-secret.ts'

export interface Simulated {
  id: string
  status?: string
  client_secret?: string
  error?: { type: string; code?: string }
}

export type OnboardingOutcome = 'complete' | 'incomplete' | 'reject'

interface Callable<Caller> {
  url: string
  must: <Body>(caller: Caller, method: string, path: string, body?: unknown) => Promise<Body>
}

/** Creates calls of a browser that pays: card forms and Stripe's pages. @typeParam Caller the tests' type of people */
export function createPaymentClient<Caller = Person>(app: Callable<Caller>) {
  let publishableKey: Promise<string> | undefined

  async function readPublishableKey(): Promise<string> {
    const answer = await fetch(`${app.url}/api/payments/configuration`)
    return ((await answer.json()) as PaymentConfiguration).publishable_key
  }

  /** Calls the simulator as a browser: through our server, with the publishable key. */
  async function callSimulator(
    method: 'GET' | 'POST',
    path: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Simulated; headers: Headers }> {
    publishableKey ??= readPublishableKey()
    const query = new URLSearchParams(form)
    const response = await fetch(
      `${app.url}/stripe-simulator${path}${method === 'GET' ? `?${query.toString()}` : ''}`,
      {
        method,
        headers: { authorization: `Bearer ${await publishableKey}`, ...headers },
        ...(method === 'POST' ? { body: query } : {}),
      },
    )
    const text = await response.text()
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Simulated
    return { status: response.status, headers: response.headers, body }
  }

  async function createTestCard(number: string): Promise<string> {
    const { body, status } = await callSimulator('POST', '/v1/payment_methods', {
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
      await callSimulator('POST', `/v1/setup_intents/${toIntentId(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        payment_method: paymentMethod,
      })
    ).body

  /** Saves a card at Stripe, without reporting it to Kundig. @returns the id of the setup intent */
  async function setUpCard(person: Caller, number: string = CARDS.visa): Promise<string> {
    const { clientSecret } = await app.must<{ clientSecret: string }>(person, 'POST', '/api/payments/cards/setup')
    return (await confirmSetup(clientSecret, await createTestCard(number))).id
  }

  /** Saves a card without 3-D Secure, as a browser does. The card becomes the default. */
  async function saveCard(person: Caller, number: string = CARDS.visa): Promise<Card[]> {
    const id = await setUpCard(person, number)
    return (await app.must<{ items: Card[] }>(person, 'POST', '/api/payments/cards', { setup_intent_id: id })).items
  }

  /** Completes the onboarding page of a link at Stripe. @returns the return address */
  async function finishOnboarding(link: string, outcome: OnboardingOutcome): Promise<string> {
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

  const startOnboarding = (person: Caller): Promise<{ url: string }> =>
    app.must<{ url: string }>(person, 'POST', '/api/payments/account/onboarding')

  const refreshAccount = (person: Caller): Promise<SellerAccount> =>
    app.must<SellerAccount>(person, 'POST', '/api/payments/account/refresh')

  async function onboardSeller(person: Caller, outcome: OnboardingOutcome): Promise<SellerAccount> {
    await finishOnboarding((await startOnboarding(person)).url, outcome)
    return refreshAccount(person)
  }

  async function becomeSeller(person: Caller): Promise<SellerAccount> {
    const account = await onboardSeller(person, 'complete')
    if (account.status !== 'ready') throw new Error(`Cannot be paid: ${JSON.stringify(account)}`)
    return account
  }

  return {
    simulator: callSimulator,
    newCard: createTestCard,
    confirmSetup,
    setUpCard,
    saveCard,
    startOnboarding,
    leaveOnboarding: finishOnboarding,
    refreshAccount,
    onboard: onboardSeller,
    becomeSeller,
    account: (person: Caller): Promise<SellerAccount> =>
      app.must<SellerAccount>(person, 'GET', '/api/payments/account'),
    cards: async (person: Caller): Promise<Card[]> =>
      (await app.must<{ items: Card[] }>(person, 'GET', '/api/payments/cards')).items,
  }
}

export type PaymentClient = ReturnType<typeof createPaymentClient<Person>>
