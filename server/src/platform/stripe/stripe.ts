import { randomUUID } from 'node:crypto'

import { Stripe } from 'stripe'

import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import type { Logger } from '../logging/logger.ts'

/** Timeout of one try (ms), shorter than the SDK's 80 seconds, because a person is waiting. */
const TIMEOUT_MS = 10_000
/** Number of retries. They use the same idempotency key, so that Stripe acts only once. */
const RETRIES = 2

export interface StripeSettings {
  /** `sk_…` or `rk_…`. */
  secretKey: string
  /** URL of the simulator, such as `http://127.0.0.1:40123`; null for Stripe itself. */
  simulatorUrl: string | null
}

/** Creates a client for Stripe, or for the simulator, which sends no request to Stripe's hosts. */
export function createStripe({ secretKey, simulatorUrl }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(simulatorUrl === null ? {} : toStripeHost(new URL(simulatorUrl))),
  })
}

function toStripeHost({ protocol, hostname, port }: URL): Stripe.StripeConfig {
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port === '' ? {} : { port }) }
}

/** Converts Stripe's errors into PROVIDER_UNAVAILABLE (retry later) or `fallback`. Logs codes, but no messages. */
export function toStripeRefusal(error: unknown, fallback: ErrorCode, logger: Logger): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, code, statusCode, requestId } = error
  logger.warn({ type, code, statusCode, requestId, as: fallback }, 'Stripe rejected a request')
  return new Refusal(isStripeUnavailable(error) ? 'PROVIDER_UNAVAILABLE' : fallback)
}

export function toStripeId(object: string | { id: string } | null | undefined): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

/** Error codes after which a retry may succeed. `rate_limit` may have the status 400. */
const BUSY: readonly string[] = ['idempotency_key_in_use', 'lock_timeout', 'rate_limit']

/** True when Stripe was unreachable, overloaded or had an internal error. */
export function isStripeUnavailable(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  if (error instanceof Stripe.errors.StripeConnectionError) return true
  const { statusCode = 0, code } = error
  return statusCode >= 500 || statusCode === 429 || (code !== undefined && BUSY.includes(code))
}

export function isMissingObject(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode === 404 || error.code === 'resource_missing')
}

export function isMissingCustomer(error: unknown): boolean {
  return isMissingObject(error) && error instanceof Stripe.errors.StripeError && error.param === 'customer'
}

/** True for closed accounts and accounts of other platforms. A key without permissions causes a different error. */
export function isLostAccount(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return error.statusCode === 404 || (error.statusCode === 403 && error.code === 'account_invalid')
}

/**
 * Creates one object under an idempotency key. If Stripe has stored an internal error or another request under the key,
 * uses a new key: the first object, if any, is empty and harmless. Never for calls that move money.
 */
export async function createWithIdempotencyKey<T>(
  key: string,
  create: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    return await create(key)
  } catch (error) {
    if (!isIdempotencyKeySpent(error)) throw error
    return create(`${key}:${randomUUID()}`)
  }
}

/** True while Stripe stores an internal error or another request under an idempotency key. */
export function isIdempotencyKeySpent(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return error.code !== 'idempotency_key_in_use'
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true'
}

/** True when Stripe refused a request and changed nothing; also for a lost account. */
export function isStripeRefusal(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || isStripeUnavailable(error)) return false
  if (isLostAccount(error)) return true
  return !(error instanceof Stripe.errors.StripeIdempotencyError) && [400, 402, 404].includes(error.statusCode ?? 0)
}
