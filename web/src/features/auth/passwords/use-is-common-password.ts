import { useEffect, useState } from 'react'

import { commonFormsOf, DIGEST_PREFIX_LENGTH } from '@kundig/contract/auth/common-passwords'
import { checkNewPassword } from '@kundig/contract/auth/credentials'

import { client } from '../../../platform/api/client.ts'

/** How long nothing was typed before a password is looked up (ms). */
const PAUSE_MS = 400

/**
 * Whether a password is among the first that are guessed, as far as that could be found out: without an answer it is
 * not, and the server looks again when the form is sent. One that is refused anyway is not looked up.
 */
export function useIsCommonPassword(password: string): boolean {
  const [common, setCommon] = useState<string | null>(null)
  useEffect(() => {
    if (checkNewPassword(password) !== null) return undefined
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      isCommon(password, leaving.signal).then(
        (found) => {
          if (found && !leaving.signal.aborted) setCommon(password)
        },
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [password])
  return password !== '' && common === password
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
