import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import { LOCALE_HEADER } from '@kundig/contract/languages'

import { currentLanguage } from '../../platform/preferences/preferences.ts'

/** How long a sign-in call may take before it counts as a network failure (ms). */
const CALL_TIMEOUT_MS = 20_000

/** The authentication server's own codes, in terms of ours, with the form field at fault. */
const REFUSALS: Record<string, { code: ErrorCode; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'WRONG_CREDENTIALS' },
  USER_ALREADY_EXISTS: { code: 'EMAIL_TAKEN', field: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { code: 'EMAIL_TAKEN', field: 'email' },
  INVALID_EMAIL: { code: 'EMAIL_INVALID', field: 'email' },
  PASSWORD_WEAK: { code: 'PASSWORD_WEAK', field: 'password' },
  PASSWORD_TOO_SHORT: { code: 'PASSWORD_WEAK', field: 'password' },
  PASSWORD_TOO_LONG: { code: 'PASSWORD_TOO_LONG', field: 'password' },
}

function refusalOf(status: number, body: unknown): Refusal {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  const known = typeof code === 'string' && Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  if (known) return new Refusal(known.code, known.field)
  // Answers of the rate limit carry no code.
  if (status === 429) return new Refusal('TOO_MANY_ATTEMPTS')
  return new Refusal(status >= 502 && status <= 504 ? 'UNAVAILABLE' : 'AUTHENTICATION_FAILED')
}

async function post(path: string, body: object): Promise<void> {
  let response: Response
  try {
    response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', [LOCALE_HEADER]: currentLanguage() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
  } catch {
    throw new Refusal('NETWORK')
  }
  if (response.ok) return
  const answer: unknown = await response.json().catch(() => null)
  throw refusalOf(response.status, answer)
}

/** What someone signs in or up with. */
export interface Credentials {
  email: string
  password: string
}

/** Makes an account and starts its session. Throws a `Refusal`. */
export function signUp({ email, password }: Credentials): Promise<void> {
  return post('sign-up/email', { email, password, name: '' })
}

/** Starts a session. Throws a `Refusal`. */
export function signIn({ email, password }: Credentials): Promise<void> {
  return post('sign-in/email', { email, password })
}

/** Ends the session of this browser. Throws a `Refusal`. */
export function signOut(): Promise<void> {
  return post('sign-out', {})
}
