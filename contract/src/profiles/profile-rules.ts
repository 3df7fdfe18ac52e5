import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'
import { hasTooManyCombiningMarks, hasLookalikeLetters, hasInvisibleLetters, hasSingleScript } from './name-letters.ts'

/** Letters, marks, spaces, hyphens, apostrophes, periods (spec 5), and joiners, which `hasInvisibleLetters` checks. */
const NAME = /^[\p{L}\p{M}\p{Join_Control} .'’\-‐‑\u05BE·]+$/u

/** Normalises a name to one Unicode form with single spaces. `checkFullName` refuses markup. */
export function cleanName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Refuses characters that make two names look alike, or that cover neighbouring text (spec 5). */
export function checkFullName(name: string): ErrorCode | null {
  const cleaned = cleanName(name)
  if (cleaned === '' || isBlank(cleaned)) return 'NAME_REQUIRED'
  if (countLetters(cleaned) > LIMITS.nameMax) return 'NAME_TOO_LONG'
  if (!NAME.test(cleaned) || !/\p{L}/u.test(cleaned) || hasLookalikeLetters(cleaned)) return 'NAME_INVALID'
  if (hasInvisibleLetters(cleaned)) return 'NAME_INVISIBLE'
  if (hasTooManyCombiningMarks(cleaned)) return 'NAME_HEAPED_MARKS'
  return hasSingleScript(cleaned) ? null : 'NAME_SCRIPTS_MIXED'
}

/** Checks a bio, which may be empty (spec 5). */
export function checkBio(bio: string): ErrorCode | null {
  return checkProse(bio, LIMITS.bioMax, 'BIO_TOO_LONG')
}

export function checkProse(text: string, max: number, tooLong: ErrorCode): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return countLetters(cleaned.text) > max ? tooLong : null
}
