import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { cleanText, hasUnsafeCharacters, isBlank, lengthOf } from '../texts/sanitising.ts'
import type { Expertise } from './categories.ts'

/** A custom category as we keep it: without markup, on one line, with single spaces. */
export function cleanCustomExpertise(value: string): string {
  return cleanText(value).replace(/\s+/gu, ' ')
}

/** What is wrong with an expertise, if anything. A blank custom category counts as none (spec 5). */
export function checkExpertise(expertise: Expertise | null): ErrorCode | null {
  if (expertise === null) return 'CATEGORY_REQUIRED'
  if (typeof expertise === 'string') return null
  if (hasUnsafeCharacters(expertise.value)) return 'TEXT_INVALID'
  const value = cleanCustomExpertise(expertise.value)
  if (isBlank(value)) return 'CATEGORY_REQUIRED'
  return lengthOf(value) > LIMITS.customExpertiseMax ? 'CATEGORY_TOO_LONG' : null
}
