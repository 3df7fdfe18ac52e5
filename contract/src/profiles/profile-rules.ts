import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, lengthOf } from '../texts/sanitising.ts'
import { hasHeapedMarks, hasImitatedLetters, hasInvisibleLetters, isOfOneScript } from './name-letters.ts'

/**
 * Every alphabet's letters and marks, spaces, hyphens (the Hebrew one, too), apostrophes and periods (spec 5); joiners, of which
 * `hasInvisibleLetters` says where they are part of a name.
 */
const NAME = /^[\p{L}\p{M}\p{Join_Control} .'’\-‐‑\u05BE·]+$/u

/** A name as we keep it: one Unicode form, single spaces. Markup is refused, not repaired (`checkFullName`). */
export function cleanName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/**
 * What is wrong with a full name, if anything (spec 5). Nobody's name is compared with another's: what is refused is
 * what serves to make two names look alike, or to cover what stands beside one.
 */
export function checkFullName(name: string): ErrorCode | null {
  const cleaned = cleanName(name)
  if (cleaned === '' || isBlank(cleaned)) return 'NAME_REQUIRED'
  if (lengthOf(cleaned) > LIMITS.nameMax) return 'NAME_TOO_LONG'
  if (!NAME.test(cleaned) || !/\p{L}/u.test(cleaned) || hasImitatedLetters(cleaned)) return 'NAME_INVALID'
  if (hasInvisibleLetters(cleaned)) return 'NAME_INVISIBLE'
  if (hasHeapedMarks(cleaned)) return 'NAME_HEAPED_MARKS'
  return isOfOneScript(cleaned) ? null : 'NAME_SCRIPTS_MIXED'
}

/** What is wrong with a bio, if anything (spec 5). An empty bio is fine. */
export function checkBio(bio: string): ErrorCode | null {
  return checkProse(bio, LIMITS.bioMax, 'BIO_TOO_LONG')
}

/** The error of an optional text in a person's own words, if any. */
export function checkProse(text: string, max: number, tooLong: ErrorCode): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return lengthOf(cleaned.text) > max ? tooLong : null
}
