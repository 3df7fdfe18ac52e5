import { APIError } from 'better-auth/api'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { Restricted, Viewer } from '../../../viewer.ts'
import type { StandingReader } from '../../safety/statements/standing.service.ts'
import { type AccountState, findAccountState, findEndedSessions, findActiveSessions } from '../auth.repository.ts'
import type { Authentication } from '../authentication.ts'
import { findGiven } from '../second-factor/second-factor.repository.ts'

/** How long somebody who was let in by a password or Google may take to give the second factor (ms). */
export const WAITING_MS = 10 * 60_000

/** Whose request it is, and the cookies to send back when the session was prolonged. */
export interface Identification {
  viewer: Viewer | null
  /** Who has yet to give the second factor in this session; nobody is the viewer then. */
  waiting: Viewer | null
  /** Who is suspended or banned; nobody is the viewer then. */
  restricted: Restricted | null
  cookies: string[]
}

const NOBODY = { viewer: null, waiting: null, restricted: null }

interface SessionServiceOptions {
  db: Database
  authentication: Authentication
  standing: StandingReader
}

/** Who is behind a request, and which sessions still live; always looked up in the database. */
export class SessionService {
  readonly #deps: SessionServiceOptions

  constructor(deps: SessionServiceOptions) {
    this.#deps = deps
  }

  async #find(shown: Headers, isProlonged: boolean): Promise<Identification> {
    const { response, headers: answer } = await this.#deps.authentication
      .findSession(shown, { disableRefresh: !isProlonged })
      .catch((error: unknown) => {
        // All it does is ask the database, and it keeps to itself what the database said.
        throw error instanceof APIError && error.statusCode >= 500 ? new Refusal('UNAVAILABLE') : error
      })
    // A token stays the same as long as its session lives: cookies are for those who came with one.
    const cookies = shown.has('cookie') ? answer.getSetCookie() : []
    if (!response) return { ...NOBODY, cookies }
    const { user, session } = response
    const person = { userId: user.id, email: user.email, sessionId: session.id, expiresAt: session.expiresAt }
    // However they came: a session of somebody who has a second factor is nobody's until that was given in it.
    if (user.twoFactorEnabled && !(await findGiven(this.#deps.db, session.id))) {
      const isWaiting = Date.now() - session.createdAt.getTime() < WAITING_MS
      return { ...NOBODY, waiting: isWaiting ? person : null, cookies: [] }
    }
    const restriction = user.isRestricted
      ? await this.#deps.standing.of(this.#deps.db, user.id)
      : { state: 'good' as const }
    if (restriction.state === 'good') return { ...NOBODY, viewer: person, cookies }
    return { ...NOBODY, restricted: { viewer: person, restriction }, cookies }
  }

  /**
   * Looks up, in the database, whose session the headers carry: as a bearer token, or else as a cookie. Who shows
   * a token is known by that alone, also when it is no good.
   * @throws Refusal UNAVAILABLE when it cannot be looked up
   */
  async identify(headers: Headers): Promise<Identification> {
    const shown = credentialsIn(headers)
    if (!shown) return { ...NOBODY, cookies: [] }
    return this.#find(shown, true)
  }

  /**
   * The same for a live connection, whose answer has no place for a cookie: the session is not prolonged, as the
   * browser's cookie would not be.
   */
  async identifyConnection(headers: Headers): Promise<Viewer | null> {
    const shown = credentialsIn(headers)
    return shown && (await this.#find(shown, false)).viewer
  }

  /** Which sessions have ended since a mark, with the next one. */
  endedSince(mark: string | null): Promise<{ sessionIds: string[]; mark: string }> {
    return findEndedSessions(this.#deps.db, mark)
  }

  /** Which of these sessions still live, and until when. */
  active(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return findActiveSessions(this.#deps.db, sessionIds)
  }

  /** What the session procedure tells of the account; null when it is gone. */
  account(userId: string): Promise<AccountState | null> {
    return findAccountState(this.#deps.db, userId)
  }
}

/** The one thing to know a caller by; null when there is nothing. */
function credentialsIn(headers: Headers): Headers | null {
  const authorization = headers.get('authorization')
  if (isBearer(authorization)) return new Headers({ authorization })
  const cookie = headers.get('cookie')
  return cookie?.includes('kundig.session_token=') === true ? new Headers({ cookie }) : null
}

/** Whether an Authorization header carries a token of ours to look at. */
export function isBearer(authorization: string | null | undefined): authorization is string {
  return typeof authorization === 'string' && /^bearer(?:\s|$)/iu.test(authorization)
}
