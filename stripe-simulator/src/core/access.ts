import { createHash, timingSafeEqual } from 'node:crypto'

import { ApiError, createUnauthorizedError } from './api-error.ts'

export type Access = 'secret' | 'publishable'

export interface Keys {
  secretKey: string
  publishableKey: string
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."

/** Reads `Authorization: Bearer` or `Basic key:`. @throws ApiError 401 for a missing or wrong key */
export function readAccess(header: string | undefined, keys: Keys): Access {
  const key = readKey(header)
  if (key === undefined || key === '') throw createUnauthorizedError(NO_KEY)
  if (isSame(key, keys.secretKey)) return 'secret'
  if (isSame(key, keys.publishableKey)) return 'publishable'
  throw createUnauthorizedError(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}`)
}

export function requireSecretKey(access: Access): void {
  if (access === 'secret') return
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}

/** Compares two secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(computeDigest(given), computeDigest(expected))
}

function computeDigest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

function readKey(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (header ?? '').split(' ', 2)
  if (scheme.toLowerCase() === 'bearer') return value.trim()
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0]
  return undefined
}
