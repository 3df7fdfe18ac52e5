import { randomUUID } from 'node:crypto'

import { Stripe } from 'stripe'

import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import type { Logger } from '../logging/logger.ts'

/** One try may take so long (ms): a person is waiting for it. The SDK's own limit is 80 seconds. */
const TIMEOUT_MS = 10_000
/** Each further try carries the same idempotency key, so that nothing is done twice. */
const RETRIES = 2

export interface StripeSettings {
  /** `sk_…` or `rk_…`. */
  secretKey: string
  /** Where a stand-in listens, such as `http://127.0.0.1:40123`; null for Stripe itself. */
  simulatorUrl: string | null
}

/** The SDK's client, of one API version: the SDK's. With a stand-in not one request goes to Stripe's hosts. */
export function createStripe({ secretKey, simulatorUrl }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(simulatorUrl === null ? {} : elsewhere(new URL(simulatorUrl))),
  })
}

function elsewhere({ protocol, hostname, port }: URL): Stripe.StripeConfig {
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port === '' ? {} : { port }) }
}

/**
 * Translates an error of the SDK: PROVIDER_UNAVAILABLE where trying again later may help, otherwise the code with which the
 * caller's operation fails. Other errors stay as they are. The log gets Stripe's codes, never its message, which may
 * repeat what was sent.
 */
export function stripeRefusal(error: unknown, fallback: ErrorCode, logger: Logger): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, code, statusCode, requestId } = error
  logger.warn({ type, code, statusCode, requestId, as: fallback }, 'stripe refused')
  return new Refusal(isUnavailable(error) ? 'PROVIDER_UNAVAILABLE' : fallback)
}

/** The id of what another object points to: Stripe shows the id alone, or the whole object. */
export function idOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

/** What says that the same call may well succeed later, whichever status comes with it: `rate_limit` may be a 400. */
const BUSY: readonly string[] = ['idempotency_key_in_use', 'lock_timeout', 'rate_limit']

/** Whether Stripe could not be reached, is overloaded, or had a fault of its own. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  if (error instanceof Stripe.errors.StripeConnectionError) return true
  const { statusCode = 0, code } = error
  return statusCode >= 500 || statusCode === 429 || (code !== undefined && BUSY.includes(code))
}

/** Whether Stripe has, or shows us, no object of the id that was asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode === 404 || error.code === 'resource_missing')
}

/** Whether Stripe refuses something for want of the customer that it names: one that was deleted. */
export function isMissingCustomer(error: unknown): boolean {
  return isMissing(error) && error instanceof Stripe.errors.StripeError && error.param === 'customer'
}

/** Whether an account is not ours to use: closed, or connected to somebody else. A key that may not ask says something else. */
export function isLostAccount(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return error.statusCode === 404 || (error.statusCode === 403 && error.code === 'account_invalid')
}

/**
 * Makes something of which there is to be one, under a key of its own. Stripe keeps the first answer to a key, a
 * fault of its own included, and refuses the key with other content: then a fresh key is used, as what was made
 * under the first one, if anything, is empty and harms nobody. Never for what moves money.
 */
export async function createIdempotent<T>(key: string, create: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await create(key)
  } catch (error) {
    if (!isKeySpent(error)) throw error
    return create(`${key}:${randomUUID()}`)
  }
}

/** Whether Stripe keeps something else than what was asked for as its answer to a key, for as long as it keeps any. */
export function isKeySpent(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return error.code !== 'idempotency_key_in_use'
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true'
}

/** True when Stripe said no, so that nothing was done; also for want of the account. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || isUnavailable(error)) return false
  if (isLostAccount(error)) return true
  return !(error instanceof Stripe.errors.StripeIdempotencyError) && [400, 402, 404].includes(error.statusCode ?? 0)
}
