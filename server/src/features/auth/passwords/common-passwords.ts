import { hash } from 'node:crypto'

import { dictionary } from '@zxcvbn-ts/language-common'

import { commonFormsOf, DIGEST_PREFIX_LENGTH } from '@kundig/contract/auth/common-passwords'
import { Refusal } from '@kundig/contract/errors'

/** Those that leaked most often, the most frequent first, and what everybody would try here. */
const COMMON: ReadonlySet<string> = new Set([...dictionary['passwords-common'], 'kundig'])

/**
 * Refuses a password that is among the first that are guessed.
 * @param field the input's field for the refusal
 * @throws Refusal PASSWORD_COMMON
 */
export function requireUncommonPassword(password: string, field: string): void {
  if (commonFormsOf(password).some((form) => COMMON.has(form))) throw new Refusal('PASSWORD_COMMON', field)
}

/** Made at the start: later it would keep everybody waiting. */
const groups = groupDigests()

/**
 * The digests (SHA-256, hexadecimal) of common passwords that begin with a prefix, without it. Whoever asks learns
 * whether a password is common without telling more of it than that prefix.
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
