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
  throw refusalIn(answer) ?? refusalOfStatus(response.status)
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
