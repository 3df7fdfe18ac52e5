export const RECOVERY_CODES = 10
/** Alphabet of recovery codes: digits and lower-case letters, without look-alikes. */
export const RECOVERY_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
export const RECOVERY_HALF = 5

/** Normalises a typed code for comparison: no spaces or dashes, lower case. */
export function normaliseFactorCode(typed: string): string {
  return typed.replaceAll(/[\s\u2010-\u2015-]/gu, '').toLowerCase()
}

/** True for a code of an authenticator app; false for a recovery code. */
export function isAuthenticatorCode(code: string): boolean {
  return /^\d{6}$/u.test(code)
}
