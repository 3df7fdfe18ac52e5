import { APIError } from 'better-auth/api'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../platform/database/database.ts'
import { accountState, livingSessions } from './auth.repository.ts'
import type { Authentication } from './authentication.ts'

/** The person behind a request. */
export interface Viewer {
  userId: string
  email: string
  sessionId: string
  expiresAt: Date
}

/** Whose request it is, and the cookies to send back when the session was prolonged. */
export interface Identification {
  viewer: Viewer | null
  cookies: string[]
}

export function createSessionService({ db, authentication }: { db: Database; authentication: Authentication }) {
  return {
    /**
     * Looks up, in the database, whose session cookie the headers carry.
     * @throws Refusal UNAVAILABLE when it cannot be looked up
     */
    identify: async (headers: Headers): Promise<Identification> => {
      if (!headers.get('cookie')?.includes('kundig.session_token=')) return { viewer: null, cookies: [] }
      const { response, headers: answer } = await authentication.api
        .getSession({ headers, returnHeaders: true })
        .catch((error: unknown) => {
          // All it does is ask the database, and it keeps to itself what the database said.
          throw error instanceof APIError && error.statusCode >= 500 ? new Refusal('UNAVAILABLE') : error
        })
      const cookies = answer.getSetCookie()
      if (!response) return { viewer: null, cookies }
      const { user, session } = response
      return {
        viewer: { userId: user.id, email: user.email, sessionId: session.id, expiresAt: session.expiresAt },
        cookies,
      }
    },

    /** Which of these sessions still live. */
    living: (sessionIds: readonly string[]): Promise<ReadonlySet<string>> => livingSessions(db, sessionIds),

    /** What the session procedure tells of the account; null when it is gone. */
    account: (userId: string): Promise<{ emailVerified: boolean; hasPassword: boolean } | null> =>
      accountState(db, userId),
  }
}

export type SessionService = ReturnType<typeof createSessionService>
