/** How many recovery codes somebody has at first. */
export const RECOVERY_CODES = 10
/** As they are written: digits and small letters, but none that look like one another. */
export const RECOVERY_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** How many letters each half of a recovery code has. */
export const RECOVERY_HALF = 5

/** A code as it is kept, of whatever was typed: without spaces and dashes, in small letters. */
export function normaliseFactorCode(typed: string): string {
  return typed.replaceAll(/[\s\u2010-\u2015-]/gu, '').toLowerCase()
}

/** Whether it is one that an authenticator app shows, and no recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/u.test(code)
}
