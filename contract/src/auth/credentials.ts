import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { lengthOf } from '../texts/sanitising.ts'

export type PasswordStrength = 'weak' | 'medium' | 'strong'

/** The five criteria of a password (spec 5): its length, uppercase, lowercase, a digit, a special character. */
export const PASSWORD_CRITERIA: readonly RegExp[] = [
  /^[\s\S]{8,}$/u,
  /\p{Lu}/u,
  /\p{Ll}/u,
  /\p{Nd}/u,
  /[^\p{L}\p{N}\s]/u,
]

/** How strong a password is (spec 5): fewer than 3 criteria met is weak, 3 or 4 medium, 5 strong. */
export function passwordStrength(password: string): PasswordStrength {
  const met = PASSWORD_CRITERIA.filter((criterion) => criterion.test(password)).length
  if (met < 3) return 'weak'
  return met < PASSWORD_CRITERIA.length ? 'medium' : 'strong'
}

/** The fill of the strength bar in percent (spec 9). */
export const STRENGTH_FILL = { weak: 33, medium: 66, strong: 100 } as const satisfies Record<PasswordStrength, number>

/** What is wrong with a new password, if anything (spec 5). Whether it is a common one only the server knows. */
export function checkNewPassword(password: string): ErrorCode | null {
  if (password === '') return 'FIELD_REQUIRED'
  if (/\p{Surrogate}/u.test(password)) return 'TEXT_INVALID'
  if (lengthOf(password) > LIMITS.passwordMax) return 'PASSWORD_TOO_LONG'
  if (passwordStrength(password) === 'weak') return 'PASSWORD_WEAK'
  // One of four kinds of characters is not rated weak, however short it is.
  return lengthOf(password) < LIMITS.passwordMin ? 'PASSWORD_TOO_SHORT' : null
}

/** An email address as we keep it (spec 5): trimmed, lower case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether a code from a confirmation mail gives the account another address: then it is a signed one, in three parts. */
export function isEmailChangeCode(code: string): boolean {
  return code.includes('.')
}

/** One pass over an address, whatever it holds: each part ends at a sign that the next cannot begin before. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** What is wrong with an email address, if anything (spec 5). The strict pattern takes nothing that the simple one does not. */
export function checkEmail(email: string): ErrorCode | null {
  const address = normaliseEmail(email)
  if (address === '') return 'FIELD_REQUIRED'
  if (address.length > LIMITS.emailMax || !EMAIL.test(address)) return 'EMAIL_INVALID'
  const local = address.slice(0, address.lastIndexOf('@'))
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return 'EMAIL_INVALID'
  return null
}
