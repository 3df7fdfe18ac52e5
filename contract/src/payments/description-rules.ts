import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'

/** Checks a description, which may be empty (spec 5). */
export function checkDescription(text: string): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return countLetters(cleaned.text) > LIMITS.textMax ? 'TEXT_TOO_LONG' : null
}
