import type { MailedCode } from '@kundig/contract/auth/sign-in-code'
import { Refusal } from '@kundig/contract/errors'
import { LOCALE_HEADER } from '@kundig/contract/languages'

import { parseRefusal } from '../../platform/api/answer-refusal.ts'
import { getLanguage } from '../../platform/preferences/preferences.ts'

/** Timeout after which a sign-in call counts as a network failure (ms). */
const CALL_TIMEOUT_MS = 20_000

/** Converts the status of an answer without an error code, such as a proxy's answer, to a refusal. */
function toRefusal(status: number): Refusal {
  if (status === 429) return new Refusal('TOO_MANY_ATTEMPTS')
  return new Refusal(status >= 502 && status <= 504 ? 'UNAVAILABLE' : 'AUTHENTICATION_FAILED')
}

async function callAuth(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`/api/auth/${path}`, {
      method,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', [LOCALE_HEADER]: getLanguage() },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
  } catch {
    throw new Refusal('NETWORK')
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  throw parseRefusal(answer) ?? toRefusal(response.status)
}

async function postAuthRequest(path: string, body: object): Promise<void> {
  await callAuth('POST', path, body)
}

export interface Credentials {
  email: string
  password: string
}

/** Creates an account and starts a session. Throws a `Refusal`. @param invitation code mailed to the address */
export function signUp({ email, password, invitation }: Credentials & { invitation?: string }): Promise<void> {
  return postAuthRequest('sign-up/email', {
    email,
    password,
    name: '',
    ...(invitation !== undefined && { invitation }),
  })
}

export function signIn({ email, password }: Credentials): Promise<void> {
  return postAuthRequest('sign-in/email', { email, password })
}

/** Starts a session, or throws a `Refusal`. @returns true if this confirmed the address and ended all earlier access */
export async function signInByCode(mailed: MailedCode): Promise<boolean> {
  const answer = await callAuth('POST', 'sign-in/code', mailed)
  return typeof answer === 'object' && answer !== null && 'access_replaced' in answer
}

export function signOut(): Promise<void> {
  return postAuthRequest('sign-out', {})
}

/** Returns the address of the account that needs a password before Google can join it. Throws a `Refusal`. */
export async function fetchGoogleJoinEmail(): Promise<string> {
  const answer = await callAuth('GET', 'google/join')
  if (typeof answer === 'object' && answer !== null && 'email' in answer && typeof answer.email === 'string') {
    return answer.email
  }
  throw new Refusal('AUTHENTICATION_FAILED')
}

export function joinGoogleAccount(password: string): Promise<void> {
  return postAuthRequest('google/join', { password })
}
