import { hash } from 'node:crypto'

import { dictionary } from '@zxcvbn-ts/language-common'

import { listCommonForms, DIGEST_PREFIX_LENGTH } from '@kundig/contract/auth/common-passwords'
import { Refusal } from '@kundig/contract/errors'

/** Most often leaked passwords, most frequent first, and the obvious one for this site. */
const COMMON: ReadonlySet<string> = new Set([...dictionary['passwords-common'], 'kundig'])

/**
 * Refuses a common password.
 * @param field the input's field for the refusal
 * @throws Refusal PASSWORD_COMMON
 */
export function requireUncommonPassword(password: string, field: string): void {
  if (listCommonForms(password).some((form) => COMMON.has(form))) throw new Refusal('PASSWORD_COMMON', field)
}

/** Computed at the start: later it would block all requests. */
const groups = groupDigests()

/**
 * Returns the digests (SHA-256, hexadecimal) of common passwords with a prefix, without that prefix. The client checks
 * a password and reveals only the prefix of its digest.
 */
export function commonDigests(prefix: string): readonly string[] {
  return groups.get(prefix) ?? []
}

function groupDigests(): Map<string, string[]> {
  const made = new Map<string, string[]>()
  for (const password of COMMON) {
    const digest = hash('sha256', password)
    const prefix = digest.slice(0, DIGEST_PREFIX_LENGTH)
    const rest = digest.slice(DIGEST_PREFIX_LENGTH)
    const group = made.get(prefix)
    if (group) group.push(rest)
    else made.set(prefix, [rest])
  }
  return made
}
