import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'
import { hasHeapedMarks, hasImitatedLetters, hasInvisibleLetters, isOfOneScript } from './name-letters.ts'

/**
 * Every alphabet's letters and marks, spaces, hyphens (the Hebrew one, too), apostrophes and periods (spec 5); joiners, of which
 * `hasInvisibleLetters` says where they are part of a name.
 */
const NAME = /^[\p{L}\p{M}\p{Join_Control} .'’\-‐‑\u05BE·]+$/u

/**
 * Normalises a name for storage: one Unicode form, single spaces. Markup is refused, not repaired (`checkFullName`).
 */
export function cleanName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/**
 * Returns the error of a full name, or null (spec 5). Names are not compared with each other: refused are characters
 * that make two names look alike, or that cover neighbouring text.
 */
export function checkFullName(name: string): ErrorCode | null {
  const cleaned = cleanName(name)
  if (cleaned === '' || isBlank(cleaned)) return 'NAME_REQUIRED'
  if (countLetters(cleaned) > LIMITS.nameMax) return 'NAME_TOO_LONG'
  if (!NAME.test(cleaned) || !/\p{L}/u.test(cleaned) || hasImitatedLetters(cleaned)) return 'NAME_INVALID'
  if (hasInvisibleLetters(cleaned)) return 'NAME_INVISIBLE'
  if (hasHeapedMarks(cleaned)) return 'NAME_HEAPED_MARKS'
  return isOfOneScript(cleaned) ? null : 'NAME_SCRIPTS_MIXED'
}

/** Returns the error of a bio, or null (spec 5). An empty bio is valid. */
export function checkBio(bio: string): ErrorCode | null {
  return checkProse(bio, LIMITS.bioMax, 'BIO_TOO_LONG')
}

/** The error of an optional text in a person's own words, if any. */
export function checkProse(text: string, max: number, tooLong: ErrorCode): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return countLetters(cleaned.text) > max ? tooLong : null
}
