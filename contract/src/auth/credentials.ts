import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { countLetters } from '../texts/sanitising.ts'

export type PasswordStrength = 'weak' | 'medium' | 'strong'

/** Password criteria (spec 5): length, uppercase, lowercase, digit, special character. */
export const PASSWORD_CRITERIA: readonly RegExp[] = [
  /^[\s\S]{8,}$/u,
  /\p{Lu}/u,
  /\p{Ll}/u,
  /\p{Nd}/u,
  /[^\p{L}\p{N}\s]/u,
]

/** Rates a password (spec 5): fewer than 3 criteria are weak, 3 or 4 medium, 5 strong. */
export function computePasswordStrength(password: string): PasswordStrength {
  const met = PASSWORD_CRITERIA.filter((criterion) => criterion.test(password)).length
  if (met < 3) return 'weak'
  return met < PASSWORD_CRITERIA.length ? 'medium' : 'strong'
}

/** Fill of the strength bar in percent (spec 9). */
export const STRENGTH_FILL = { weak: 33, medium: 66, strong: 100 } as const satisfies Record<PasswordStrength, number>

/** Returns the error of a new password, or null (spec 5). Only the server detects common passwords. */
export function checkNewPassword(password: string): ErrorCode | null {
  if (password === '') return 'FIELD_REQUIRED'
  if (/\p{Surrogate}/u.test(password)) return 'TEXT_INVALID'
  if (countLetters(password) > LIMITS.passwordMax) return 'PASSWORD_TOO_LONG'
  if (computePasswordStrength(password) === 'weak') return 'PASSWORD_WEAK'
  // A password with four kinds of characters is not rated weak, but may still be too short.
  return countLetters(password) < LIMITS.passwordMin ? 'PASSWORD_TOO_SHORT' : null
}

/** Normalises an email address for storage (spec 5). */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** True for a code that changes the account's address: it is signed and has three parts. */
export function isEmailChangeCode(code: string): boolean {
  return code.includes('.')
}

/** The pattern reads any text in one pass. Each part ends at a character that the next part cannot begin with. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** Checks an email address (spec 5). The stricter check of the specification includes the simple one. */
export function checkEmail(email: string): ErrorCode | null {
  const address = normaliseEmail(email)
  if (address === '') return 'FIELD_REQUIRED'
  if (address.length > LIMITS.emailMax || !EMAIL.test(address)) return 'EMAIL_INVALID'
  const local = address.slice(0, address.lastIndexOf('@'))
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return 'EMAIL_INVALID'
  return null
}
