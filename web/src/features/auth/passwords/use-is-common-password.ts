import { useEffect, useState } from 'react'

import { listPasswordVariants, DIGEST_PREFIX_LENGTH } from '@kundig/contract/auth/common-passwords'
import { checkNewPassword } from '@kundig/contract/auth/credentials'

import { client } from '../../../platform/api/client.ts'

/** Pause in typing after which a password is checked (ms). */
const PAUSE_MS = 400

/**
 * Returns true for a common password, null before the check, and false after a failed check: the server checks the
 * password again on submit. Passwords that break the rule are not checked.
 */
export function useIsCommonPassword(password: string): boolean | null {
  const [known, setKnown] = useState({ password: '', isCommon: false })
  const isRefused = checkNewPassword(password) !== null
  useEffect(() => {
    if (isRefused) return undefined
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      const learn = (found: boolean): void => {
        if (!leaving.signal.aborted) setKnown({ password, isCommon: found })
      }
      isCommon(password, leaving.signal).then(learn, () => learn(false))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [password, isRefused])
  if (isRefused) return false
  return known.password === password ? known.isCommon : null
}

/** Asks the server about a password. Sends only the first digits of the password's hash. */
async function isCommon(password: string, signal: AbortSignal): Promise<boolean> {
  for (const form of listPasswordVariants(password)) {
    const digest = await computeDigest(form)
    if (digest === null) return false
    const { digests } = await client.auth.commonPasswords({ prefix: digest.slice(0, DIGEST_PREFIX_LENGTH) }, { signal })
    if (digests.includes(digest.slice(DIGEST_PREFIX_LENGTH))) return true
  }
  return false
}

/** Computes a SHA-256 hash in hexadecimal. @returns null without Web Crypto, such as on a page without TLS */
async function computeDigest(text: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
