import { useEffect, useState } from 'react'

import { commonFormsOf, DIGEST_PREFIX_LENGTH } from '@kundig/contract/auth/common-passwords'
import { checkNewPassword } from '@kundig/contract/auth/credentials'

import { client } from '../../../platform/api/client.ts'

/** How long nothing was typed before a password is looked up (ms). */
const PAUSE_MS = 400

/**
 * True for a password that is among the first that are guessed; null until the look-up has answered. Where it fails the
 * password passes, and the server checks it when the form is sent. A password that is refused anyway is not looked up.
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

/** The password stays here: only the first digits of its digest are told. */
async function isCommon(password: string, signal: AbortSignal): Promise<boolean> {
  for (const form of commonFormsOf(password)) {
    const digest = await digestOf(form)
    if (digest === null) return false
    const { digests } = await client.auth.commonPasswords({ prefix: digest.slice(0, DIGEST_PREFIX_LENGTH) }, { signal })
    if (digests.includes(digest.slice(DIGEST_PREFIX_LENGTH))) return true
  }
  return false
}

/** SHA-256 in hexadecimal; null where a browser makes none, as on a page without TLS. */
async function digestOf(text: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
