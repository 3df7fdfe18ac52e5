import type { MailedCode } from '@kundig/contract/auth/sign-in-code'
import { Refusal } from '@kundig/contract/errors'
import { LOCALE_HEADER } from '@kundig/contract/languages'

import { refusalIn } from '../../platform/api/answer-refusal.ts'
import { currentLanguage } from '../../platform/preferences/preferences.ts'

/** How long a sign-in call may take before it counts as a network failure (ms). */
const CALL_TIMEOUT_MS = 20_000

/** What an answer means that says no reason of its own: something in front of the server spoke. */
function refusalOfStatus(status: number): Refusal {
  if (status === 429) return new Refusal('TOO_MANY_ATTEMPTS')
  return new Refusal(status >= 502 && status <= 504 ? 'UNAVAILABLE' : 'AUTHENTICATION_FAILED')
}

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`/api/auth/${path}`, {
      method,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', [LOCALE_HEADER]: currentLanguage() },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
  } catch {
    throw new Refusal('NETWORK')
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  throw refusalIn(answer) ?? refusalOfStatus(response.status)
}

async function post(path: string, body: object): Promise<void> {
  await call('POST', path, body)
}

/** What someone signs in or up with. */
export interface Credentials {
  email: string
  password: string
}

/**
 * Makes an account and starts its session. Throws a `Refusal`.
 * @param invitation the code of an invitation that was mailed to that address
 */
export function signUp({ email, password, invitation }: Credentials & { invitation?: string }): Promise<void> {
  return post('sign-up/email', { email, password, name: '', ...(invitation !== undefined && { invitation }) })
}

/** Starts a session. Throws a `Refusal`. */
export function signIn({ email, password }: Credentials): Promise<void> {
  return post('sign-in/email', { email, password })
}

/**
 * Starts a session by a mailed code. Throws a `Refusal`.
 * @returns true where the address was not confirmed: every earlier way into the account has ended
 */
export async function signInByCode(mailed: MailedCode): Promise<boolean> {
  const answer = await call('POST', 'sign-in/code', mailed)
  return typeof answer === 'object' && answer !== null && 'access_replaced' in answer
}

/** Ends the session of this browser. Throws a `Refusal`. */
export function signOut(): Promise<void> {
  return post('sign-out', {})
}

/** The address of the account whose password is asked for before Google may be used for it. Throws a `Refusal`. */
export async function googleJoinEmail(): Promise<string> {
  const answer = await call('GET', 'google/join')
  if (typeof answer === 'object' && answer !== null && 'email' in answer && typeof answer.email === 'string') {
    return answer.email
  }
  throw new Refusal('AUTHENTICATION_FAILED')
}

/** Lets Google be used for that account from now on, and starts a session. Throws a `Refusal`. */
export function joinGoogle(password: string): Promise<void> {
  return post('google/join', { password })
}
