import { APIError } from 'better-auth/api'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { Restricted, Viewer } from '../../../viewer.ts'
import type { AccountRestrictions } from '../../safety/statements/restriction.service.ts'
import { type AccountState, findAccountState, findEndedSessions, findActiveSessions } from '../auth.repository.ts'
import type { Authentication } from '../authentication.ts'
import { findFactorVerificationTime } from '../second-factor/second-factor.repository.ts'

/** Time limit for the second factor after a sign-in by password or Google (ms). */
export const WAITING_MS = 10 * 60_000

export interface Identification {
  viewer: Viewer | null
  /** Person whose session waits for the second factor; `viewer` is then null. */
  waiting: Viewer | null
  /** Suspended or banned person; `viewer` is then null. */
  restricted: Restricted | null
  cookies: string[]
}

const NOT_LOGGED_IN = { viewer: null, waiting: null, restricted: null }

interface SessionServiceOptions {
  db: Database
  authentication: Authentication
  restrictions: AccountRestrictions
}

export class SessionService {
  readonly #deps: SessionServiceOptions

  constructor(deps: SessionServiceOptions) {
    this.#deps = deps
  }

  async #find(shown: Headers, isProlonged: boolean): Promise<Identification> {
    const { response, headers: answer } = await this.#deps.authentication
      .findSession(shown, { disableRefresh: !isProlonged })
      .catch((error: unknown) => {
        // This call only queries the database, so a status from 500 on stands for a database error.
        throw error instanceof APIError && error.statusCode >= 500 ? new Refusal('UNAVAILABLE') : error
      })
    // A token is valid as long as its session, so only clients that sent cookies receive cookies.
    const cookies = shown.has('cookie') ? answer.getSetCookie() : []
    if (!response) return { ...NOT_LOGGED_IN, cookies }
    const { user, session } = response
    const person = { userId: user.id, email: user.email, sessionId: session.id, expiresAt: session.expiresAt }
    // After any sign-in, a session has no viewer until the required second factor is given.
    if (user.twoFactorEnabled && !(await findFactorVerificationTime(this.#deps.db, session.id))) {
      const isWaiting = Date.now() - session.createdAt.getTime() < WAITING_MS
      return { ...NOT_LOGGED_IN, waiting: isWaiting ? person : null, cookies: [] }
    }
    const restriction = user.isRestricted
      ? await this.#deps.restrictions.find(this.#deps.db, user.id)
      : { state: 'good' as const }
    if (restriction.state === 'good') return { ...NOT_LOGGED_IN, viewer: person, cookies }
    return { ...NOT_LOGGED_IN, restricted: { viewer: person, restriction }, cookies }
  }

  /** Ignores the cookie if a token is sent, even an invalid one. @throws Refusal UNAVAILABLE when the look-up fails */
  async identify(headers: Headers): Promise<Identification> {
    const shown = extractCredentials(headers)
    if (!shown) return { ...NOT_LOGGED_IN, cookies: [] }
    return this.#find(shown, true)
  }

  /** Does not prolong the session, because a live connection cannot set the browser's cookie. */
  async identifyConnection(headers: Headers): Promise<Viewer | null> {
    const shown = extractCredentials(headers)
    return shown && (await this.#find(shown, false)).viewer
  }

  endedSince(mark: string | null): Promise<{ sessionIds: string[]; mark: string }> {
    return findEndedSessions(this.#deps.db, mark)
  }

  active(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return findActiveSessions(this.#deps.db, sessionIds)
  }

  account(userId: string): Promise<AccountState | null> {
    return findAccountState(this.#deps.db, userId)
  }
}

function extractCredentials(headers: Headers): Headers | null {
  const authorization = headers.get('authorization')
  if (isBearer(authorization)) return new Headers({ authorization })
  const cookie = headers.get('cookie')
  return cookie?.includes('kundig.session_token=') === true ? new Headers({ cookie }) : null
}

export function isBearer(authorization: string | null | undefined): authorization is string {
  return typeof authorization === 'string' && /^bearer(?:\s|$)/iu.test(authorization)
}
