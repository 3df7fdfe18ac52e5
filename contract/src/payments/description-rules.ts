import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'

/** Returns the error of a payment's description, or null (spec 5, text). An empty one is valid. */
export function checkDescription(text: string): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return countLetters(cleaned.text) > LIMITS.textMax ? 'TEXT_TOO_LONG' : null
}
