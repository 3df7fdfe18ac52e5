import { randomInt } from 'node:crypto'

import { RECOVERY_CODES, RECOVERY_HALF, RECOVERY_LETTERS } from '@kundig/contract/auth/second-factor'

/** Each code has 49 random bits. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${makeRecoveryCodeHalf()}-${makeRecoveryCodeHalf()}`)
}

export function insertDash(code: string): string {
  return `${code.slice(0, RECOVERY_HALF)}-${code.slice(RECOVERY_HALF)}`
}

function makeRecoveryCodeHalf(): string {
  const letters = Array.from({ length: RECOVERY_HALF }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)])
  return letters.join('')
}
