import type { OnChallenge } from './challenge-dialog.ts'
import type { PaymentIntent, SetupIntent, StripeError, StripeErrorType } from './intents.ts'

const TIMEOUT_MS = 30_000

type Answer = Record<string, unknown>

export type Asked<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError }

/** Client of the simulator's API with a publishable key. Calls return errors, and never reject. */
export interface SimulatorApi {
  /** Base address, without a trailing slash. */
  base: string
  onChallenge?: OnChallenge
  /** @returns the payment method's id */
  createCard: (card: { number: string; month: number; year: number; cvc: string }) => Promise<Asked<string>>
  setupIntent: (clientSecret: string) => Promise<Asked<SetupIntent>>
  confirmSetupIntent: (clientSecret: string, params: Record<string, string>) => Promise<Asked<SetupIntent>>
  paymentIntent: (clientSecret: string) => Promise<Asked<PaymentIntent>>
  confirmPaymentIntent: (clientSecret: string, params: Record<string, string>) => Promise<Asked<PaymentIntent>>
}

/** @param url absolute, or relative to the page */
export function createSimulatorApi(publishableKey: string, url: string): SimulatorApi {
  const base = (URL.canParse(url) ? url : new URL(url, document.baseURI).href).replace(/\/+$/u, '')

  const ask = async <T>(
    method: 'GET' | 'POST',
    path: string,
    params: Record<string, string>,
    is: (answer: unknown) => answer is T,
  ): Promise<Asked<T>> => {
    const form = new URLSearchParams(params)
    const request: RequestInit = {
      method,
      headers: { authorization: `Bearer ${publishableKey}` },
      // The simulator reads only the key, so requests omit cookies, which belong to other sites.
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(method === 'POST' && { body: form }),
    }
    let status: number
    let answer: unknown
    try {
      const response = await fetch(`${base}/v1/${path}${method === 'GET' ? `?${form}` : ''}`, request)
      status = response.status
      answer = await response.json().catch(() => null)
    } catch {
      return { error: { type: 'api_connection_error', message: 'We could not reach Stripe’s simulator.' } }
    }
    if (status < 400 && is(answer)) return { value: answer }
    return { error: readError(answer) }
  }

  const intentPath = (kind: string, clientSecret: string, action = ''): string =>
    `${kind}/${encodeURIComponent(clientSecret.split('_secret_')[0] ?? '')}${action}`

  return {
    base,
    createCard: async ({ number, month, year, cvc }) => {
      const card = {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': String(month),
        'card[exp_year]': String(year),
        'card[cvc]': cvc,
      }
      const { value, error } = await ask('POST', 'payment_methods', card, isPaymentMethod)
      return error ? { error } : { value: value.id }
    },
    setupIntent: (clientSecret) =>
      ask('GET', intentPath('setup_intents', clientSecret), { client_secret: clientSecret }, isSetupIntent),
    confirmSetupIntent: (clientSecret, params) =>
      ask(
        'POST',
        intentPath('setup_intents', clientSecret, '/confirm'),
        { client_secret: clientSecret, use_stripe_sdk: 'true', ...params },
        isSetupIntent,
      ),
    paymentIntent: (clientSecret) =>
      ask('GET', intentPath('payment_intents', clientSecret), { client_secret: clientSecret }, isPaymentIntent),
    confirmPaymentIntent: (clientSecret, params) =>
      ask(
        'POST',
        intentPath('payment_intents', clientSecret, '/confirm'),
        { client_secret: clientSecret, use_stripe_sdk: 'true', ...params },
        isPaymentIntent,
      ),
  }
}

const ERROR_TYPES: readonly string[] = [
  'api_error',
  'authentication_error',
  'card_error',
  'idempotency_error',
  'invalid_request_error',
  'rate_limit_error',
] satisfies StripeErrorType[]

const isRecord = (value: unknown): value is Answer => typeof value === 'object' && value !== null

const isObject = (kind: string, value: unknown): value is Answer & { id: string } =>
  isRecord(value) && value['object'] === kind && typeof value['id'] === 'string'

const isPaymentMethod = (value: unknown): value is { id: string } => isObject('payment_method', value)

// The simulator's objects have the SDK's types, so `object` and `status` identify an intent.
const isSetupIntent = (value: unknown): value is SetupIntent =>
  isObject('setup_intent', value) && typeof value['status'] === 'string'

const isPaymentIntent = (value: unknown): value is PaymentIntent =>
  isObject('payment_intent', value) && typeof value['status'] === 'string'

const isErrorType = (value: unknown): value is StripeErrorType =>
  typeof value === 'string' && ERROR_TYPES.includes(value)

function readError(answer: unknown): StripeError {
  const error = isRecord(answer) ? answer['error'] : null
  if (!isRecord(error) || !isErrorType(error['type'])) {
    return { type: 'api_error', message: 'Stripe’s simulator gave an answer that makes no sense.' }
  }
  const stripeError: StripeError = { type: error['type'] }
  for (const name of ['code', 'decline_code', 'doc_url', 'message', 'param'] as const) {
    const value = error[name]
    if (typeof value === 'string') stripeError[name] = value
  }
  if (isPaymentIntent(error['payment_intent'])) stripeError.payment_intent = error['payment_intent']
  if (isSetupIntent(error['setup_intent'])) stripeError.setup_intent = error['setup_intent']
  return stripeError
}
