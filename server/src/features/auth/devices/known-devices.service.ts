import { createHash, randomBytes } from 'node:crypto'

import type { Language } from '@kundig/contract/languages'

import type { Database } from '../../../platform/database/database.ts'
import { type Cookies, toHostCookieName } from '../../../platform/http/cookies.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { SecurityNotice } from '../email/security-notices.ts'
import { hasKnownDevice, isIssuedDeviceName, isKnownDevice, saveKnownDevice } from './known-device.repository.ts'

/** Maximum lifetime of a cookie in browsers (s). */
const KEPT_S = 400 * 86_400
const NAME_BYTES = 32

interface KnownDevicesOptions {
  db: Database
  origins: Origins
  logger: Logger
  notify: SecurityNotice
}

/** Recognizes browsers by a cookie without access rights, to limit strangers' attempts separately (auth.limits.ts). */
export class KnownDevices {
  readonly #deps: KnownDevicesOptions
  readonly #cookie

  constructor(deps: KnownDevicesOptions) {
    this.#deps = deps
    this.#cookie = toHostCookieName('kundig.device', deps.origins)
  }

  #readName(cookies: Cookies): string | undefined {
    return /^[\w-]{43}$/u.exec(cookies.read(this.#cookie) ?? '')?.[0]
  }

  async find(cookies: Cookies, email: string): Promise<string | null> {
    const name = this.#readName(cookies)
    return name !== undefined && (await isKnownDevice(this.#deps.db, hashDeviceName(name), email))
      ? hashDeviceName(name)
      : null
  }

  /** Mails the owner about each further device. Never throws, because the person's action has succeeded. */
  async remember(cookies: Cookies, email: string, language: Language): Promise<void> {
    const { db, logger, notify } = this.#deps
    let isNew = false
    try {
      const offered = this.#readName(cookies)
      const isKnownHere = offered !== undefined && (await isKnownDevice(db, hashDeviceName(offered), email))
      isNew = !isKnownHere && (await hasKnownDevice(db, email))
      // Replaces a device name that we did not issue, because an attacker may have planted it in this browser.
      const isOurs = offered !== undefined && (await isIssuedDeviceName(db, hashDeviceName(offered)))
      const name = isOurs ? offered : randomBytes(NAME_BYTES).toString('base64url')
      await saveKnownDevice(db, hashDeviceName(name), email, new Date(Date.now() - KEPT_S * 1000))
      cookies.write(this.#cookie, name, KEPT_S)
    } catch (error) {
      logger.warn(
        { part: 'auth', reason: error instanceof Error ? error.name : '' },
        'recording a known browser failed',
      )
    }
    if (!isNew) return
    await notify('new-device', email, language, cookies.userAgent).catch((error: unknown) =>
      logger.warn({ part: 'auth', reason: describeError(error) }, 'sending a new-device mail failed'),
    )
  }
}

function hashDeviceName(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
