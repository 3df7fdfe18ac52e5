import { type Stripped, stripMarkup } from './markup.ts'

export { truncate } from './truncating.ts'

/**
 * Cleans and checks the texts that people write (spec 5, "Sanitising"). Pages show them as text, never as HTML, so "a <
 * b && c > d" and "Array<string>" stay. Only markup is removed (`markup.ts`).
 */

/**
 * Unsafe characters: C0 and C1 controls other than tab and line breaks, lone surrogates, non-characters and bidi
 * overrides. More than 30 marks on one letter are unsafe too (Stream-Safe Text Format, UAX #15). No language needs more
 * marks, and sorting them takes quadratic time.
 */
// oxlint-disable-next-line no-control-regex -- refusing control characters is what this rule is for
const UNSAFE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uFFFE\uFFFF]|\p{Surrogate}|\p{M}{31}/u

const HEAPED_MARKS = /(\p{M}{30})\p{M}+/gu

/** Characters that print nothing. A text with only these characters is blank. */
const INVISIBLE = /[\p{White_Space}\p{Cf}\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Cleans a text for storage: one Unicode form, one kind of line break, no markup, trimmed. */
export function cleanText(text: string): string {
  return clean(text).text
}

export function clean(text: string): Stripped {
  const stripped = stripMarkup(text.normalize('NFC').replace(/\r\n?/gu, '\n'))
  // Removing markup can join a letter and its accent, or more marks than `UNSAFE` allows.
  return { ...stripped, text: stripped.text.replace(HEAPED_MARKS, '$1').normalize('NFC').trim() }
}

export function isOnlyMarkup(cleaned: Stripped): boolean {
  return cleaned.removed.length > 0 && isBlank(cleaned.text)
}

/** True for control characters, lone surrogates, direction overrides or too many marks. Call it before cleaning. */
export function hasUnsafeCharacters(text: string): boolean {
  return UNSAFE.test(text)
}

/** Finds the first unsafe character: its code point, and the number of code points before it. */
export function findUnsafeCharacter(text: string): { codePoint: number; before: number } | null {
  const index = text.search(UNSAFE)
  const codePoint = text.codePointAt(index)
  return codePoint === undefined ? null : { codePoint, before: countLetters(text.slice(0, index)) }
}

/** True for a text without visible characters: blank, or zero-width only. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === ''
}

/** Length of a text in code points, the unit of every limit in `limits.ts`. */
export function countLetters(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}
