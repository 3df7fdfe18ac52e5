import type { ErrorCode } from '../errors.ts'

/** Opened in a window of its own to begin signing in with Google. */
export const GOOGLE_START_PATH = '/api/auth/google/start'

/** The page on which that window ends, whatever came of it; `?error=` names a refusal. */
export const GOOGLE_RETURN_PATH = '/auth/popup'

/** What the address of that page adds when the password of an account is asked for, which Google may then be used for. */
export const GOOGLE_JOIN_QUERY = '?join=1'

/** Tells, and takes the password for, what the window asks; for the browser that was sent there only. */
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

/** The ways in which signing in with Google can end without a session. */
export type GoogleRefusal = (typeof REFUSALS)[number]

/** Whether an untrusted value (a query, a message between windows) names one of those ways. */
export function isGoogleRefusal(value: unknown): value is GoogleRefusal {
  return REFUSALS.some((refusal) => refusal === value)
}
