import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isOnlyMarkup, lengthOf } from '../texts/sanitising.ts'

/** What is wrong with what a payment is said to be for, if anything (spec 5, text). It may be left empty. */
export function checkDescription(text: string): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return lengthOf(cleaned.text) > LIMITS.textMax ? 'TEXT_TOO_LONG' : null
}
