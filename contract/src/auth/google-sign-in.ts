import type { ErrorCode } from '../errors.ts'

export const GOOGLE_START_PATH = '/api/auth/google/start'

/** Final page of the sign-in window for any outcome; `?error=` names a refusal. */
export const GOOGLE_RETURN_PATH = '/auth/popup'

/** Query of the sign-in window's final page when the person can link Google by entering the account's password. */
export const GOOGLE_JOIN_QUERY = '?join=1'

/** Endpoint that describes the account to link and accepts its password. Only the redirected browser can use it. */
export const GOOGLE_JOIN_PATH = '/api/auth/google/join'

const REFUSALS = [
  'AUTHENTICATION_FAILED',
  'GOOGLE_CANCELLED',
  'GOOGLE_EMAIL_OF_ANOTHER',
  'GOOGLE_JOIN_EXPIRED',
  'GOOGLE_EMAIL_UNVERIFIED',
  'GOOGLE_UNAVAILABLE',
  'TOO_MANY_ATTEMPTS',
] as const satisfies readonly ErrorCode[]

export type GoogleRefusal = (typeof REFUSALS)[number]

/** Narrows an untrusted value (a query, a message between windows) to a refusal. */
export function isGoogleRefusal(value: unknown): value is GoogleRefusal {
  return REFUSALS.some((refusal) => refusal === value)
}
