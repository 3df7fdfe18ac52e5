/** Hexadecimal digits of a digest that a browser sends: 4,096 groups hide its password among many. */
export const DIGEST_PREFIX_LENGTH = 3

/** Common tail of a password: a year, a number, a sign. A longer tail makes another password. */
const TAIL = /(?<![^\p{L}])[^\p{L}]{1,6}$/u
const STEM_MIN = 4

/** Returns the spellings for the lookup among common passwords: capitals and a short tail make no password rare. */
export function listCommonForms(password: string): string[] {
  const whole = password.toLowerCase()
  const stem = whole.replace(TAIL, '')
  return stem === whole || stem.length < STEM_MIN ? [whole] : [whole, stem]
}
