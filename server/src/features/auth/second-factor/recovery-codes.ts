import { randomInt } from 'node:crypto'

import { RECOVERY_CODES, RECOVERY_HALF, RECOVERY_LETTERS } from '@kundig/contract/auth/second-factor'

/** Creates recovery codes, of 49 random bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
}

/** Returns the stored form of a code that was typed without its dash. */
export function withDash(code: string): string {
  return `${code.slice(0, RECOVERY_HALF)}-${code.slice(RECOVERY_HALF)}`
}

function half(): string {
  const letters = Array.from({ length: RECOVERY_HALF }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)])
  return letters.join('')
}
