import { createHash, randomBytes } from 'node:crypto'

import type { Database } from '../../../platform/database/database.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { isIssued, isKnown, save } from './known-device.repository.ts'

/** The longest that browsers keep a cookie (s). */
const KEPT_S = 400 * 86_400
const NAME_BYTES = 32

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * Browsers in which somebody has logged in or set a new password, by a random name in a cookie. It lets nobody in: it only keeps
 * their attempts apart from strangers' (auth.limits.ts).
 */
export function createKnownDevices({ db, origins, logger }: { db: Database; origins: Origins; logger: Logger }) {
  const cookie = origins.secure ? '__Host-kundig.device' : 'kundig.device'
  const pattern = new RegExp(`(?:^|;\\s*)${cookie.replaceAll('.', String.raw`\.`)}=([\\w-]{43})(?:;|$)`, 'u')
  const nameIn = (cookieHeader: string | undefined): string | undefined => pattern.exec(cookieHeader ?? '')?.[1]

  return {
    /** The device that a request comes from, if the account with this address was used on it before. */
    find: async (cookieHeader: string | undefined, email: string): Promise<string | null> => {
      const name = nameIn(cookieHeader)
      return name !== undefined && (await isKnown(db, hashOf(name), email)) ? hashOf(name) : null
    },

    /**
     * Remembers that an account was just used on the device that a request comes from. Never throws: what the
     * person came for is done already.
     * @returns the Set-Cookie headers that name the device; none when it could not be remembered
     */
    remember: async (cookieHeader: string | undefined, email: string): Promise<string[]> => {
      try {
        const offered = nameIn(cookieHeader)
        // A name that we did not give could have been planted by someone who knows it.
        const isOurs = offered !== undefined && (await isIssued(db, hashOf(offered)))
        const name = isOurs ? offered : randomBytes(NAME_BYTES).toString('base64url')
        await save(db, hashOf(name), email, new Date(Date.now() - KEPT_S * 1000))
        return [
          `${cookie}=${name}; Max-Age=${KEPT_S}; Path=/; HttpOnly; SameSite=Lax${origins.secure ? '; Secure' : ''}`,
        ]
      } catch (error) {
        logger.warn({ part: 'auth', reason: error instanceof Error ? error.name : '' }, 'browser not remembered')
        return []
      }
    },
  }
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
