import type { ErrorCode } from '../../errors.ts'
import { PAYMENTS } from '../../limits.ts'

/** Digits with at most two decimals, by comma or point. No signs, exponents or hexadecimal. */
const AMOUNT = /^(\d{1,15})(?:[.,](\d{1,2})?)?$|^[.,](\d{1,2})$/u
/**
 * Thousands set apart by point or comma, as people of either language write them. Only where decimals after the other
 * sign, or a second group, tell what the first sign is: 1.250 and 1,250 may be one euro or a thousand.
 */
const GROUPED = /^[1-9]\d{0,2}(?:(?:\.\d{3}){1,4},\d{1,2}|(?:,\d{3}){1,4}\.\d{1,2}|(?:\.\d{3}){2,4}|(?:,\d{3}){2,4})$/u
/** Thousands set apart by spaces or apostrophes, which are nothing else in a number. */
const SPACED = /^[1-9]\d{0,2}(?:[\s'’]\d{3}){1,4}(?:[.,]\d{1,2})?$/u
/** A dash in the place of the cents, as in “12,-”. */
const NO_CENTS = /(?<=\d[.,])[-–—−=]{1,2}$/u
const BELOW_ZERO = /^[-−–]\s*[\d.,]/u

/** Removes the signs for euros and the invisible characters that a clipboard adds. */
function numberIn(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?<minus>[-−–]?)\s*(?:€|eur(?:os?)?(?![\p{L}]))\s*/iu, '$<minus>')
    .replace(/\s*(?:€|eur(?:os?)?)$/iu, '')
    .replace(NO_CENTS, '00')
}

function withoutGroups(text: string): string {
  if (!GROUPED.test(text) && !SPACED.test(text)) return text
  const decimals = /[.,]\d{1,2}$/u.exec(text)?.[0] ?? ''
  return text.slice(0, text.length - decimals.length).replaceAll(/\D/gu, '') + decimals
}

/**
 * What a person typed, in cents; by digits, never by multiplying a fraction.
 * @returns null when it is no amount
 */
export function centsOf(text: string): number | null {
  const found = AMOUNT.exec(withoutGroups(numberIn(text)))
  if (!found) return null
  const [, whole = '0', decimals, onlyDecimals] = found
  return Number(whole) * 100 + Number((decimals ?? onlyDecimals ?? '').padEnd(2, '0'))
}

/** What is wrong with an amount in euros as it was typed (spec 5), if anything. */
export function checkAmount(text: string): ErrorCode | null {
  const number = numberIn(text)
  if (number === '') return 'AMOUNT_REQUIRED'
  if (BELOW_ZERO.test(number)) return 'AMOUNT_TOO_SMALL'
  const cents = centsOf(text)
  if (cents === null) return 'AMOUNT_INVALID'
  if (cents < PAYMENTS.centsMin) return 'AMOUNT_TOO_SMALL'
  return cents > PAYMENTS.centsMax ? 'AMOUNT_TOO_LARGE' : null
}
