/** Of a digest's hexadecimal digits, how many a browser tells: among 4,096 groups its password is one of many. */
export const DIGEST_PREFIX_LENGTH = 3

/** What people put behind a word to make it a password: a year, a number, a sign. More than that makes it another one. */
const TAIL = /(?<![^\p{L}])[^\p{L}]{1,6}$/u
/** Of fewer letters there is no word. */
const STEM_MIN = 4

/** The spellings under which a password is looked up among the common ones: capitals and a short tail make none rare. */
export function commonFormsOf(password: string): string[] {
  const whole = password.toLowerCase()
  const stem = whole.replace(TAIL, '')
  return stem === whole || stem.length < STEM_MIN ? [whole] : [whole, stem]
}
