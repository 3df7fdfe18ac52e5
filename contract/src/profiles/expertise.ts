import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { cleanText, hasUnsafeCharacters, isBlank, countLetters } from '../texts/sanitising.ts'
import type { Expertise } from './categories.ts'

/** Normalises a custom category for storage: no markup, one line, single spaces. */
export function cleanCustomExpertise(value: string): string {
  return cleanText(value).replace(/\s+/gu, ' ')
}

/** Returns the error of an expertise, or null. A blank custom category counts as none (spec 5). */
export function checkExpertise(expertise: Expertise | null): ErrorCode | null {
  if (expertise === null) return 'CATEGORY_REQUIRED'
  if (typeof expertise === 'string') return null
  if (hasUnsafeCharacters(expertise.value)) return 'TEXT_INVALID'
  const value = cleanCustomExpertise(expertise.value)
  if (isBlank(value)) return 'CATEGORY_REQUIRED'
  return countLetters(value) > LIMITS.customExpertiseMax ? 'CATEGORY_TOO_LONG' : null
}
