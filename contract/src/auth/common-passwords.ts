/** Number of hexadecimal digits of a password's digest that a browser sends. Many passwords share such a prefix. */
export const DIGEST_PREFIX_LENGTH = 3

/** Common end of a password: a year, a number or a sign. A longer end makes the password less common. */
const TAIL = /(?<![^\p{L}])[^\p{L}]{1,6}$/u
const STEM_MIN = 4

/** Returns the spellings of a password to look up. Capitals and a short end do not make a common password rare. */
export function listPasswordVariants(password: string): string[] {
  const whole = password.toLowerCase()
  const stem = whole.replace(TAIL, '')
  return stem === whole || stem.length < STEM_MIN ? [whole] : [whole, stem]
}
