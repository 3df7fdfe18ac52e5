import { hash } from 'node:crypto'

import { dictionary } from '@zxcvbn-ts/language-common'

import { listPasswordVariants, DIGEST_PREFIX_LENGTH } from '@kundig/contract/auth/common-passwords'
import { Refusal } from '@kundig/contract/errors'

const COMMON: ReadonlySet<string> = new Set([...dictionary['passwords-common'], 'kundig'])

/** @throws Refusal PASSWORD_COMMON */
export function requireUncommonPassword(password: string, field: string): void {
  if (listPasswordVariants(password).some((form) => COMMON.has(form))) throw new Refusal('PASSWORD_COMMON', field)
}

/** Groups the digests at startup, because doing it later would block all requests. */
const groups = groupDigestsByPrefix()

/** Clients reveal only the prefix. @returns the other digits of each SHA-256 digest with that prefix (hexadecimal) */
export function findCommonDigests(prefix: string): readonly string[] {
  return groups.get(prefix) ?? []
}

function groupDigestsByPrefix(): Map<string, string[]> {
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
