import type { ErrorCode } from '../../errors.ts'
import { PAYMENTS } from '../../limits.ts'

/** Digits with at most two decimals after a comma or point. No signs, exponents or hexadecimal. */
const AMOUNT = /^(\d{1,15})(?:[.,](\d{1,2})?)?$|^[.,](\d{1,2})$/u
/** Amount with grouped thousands. It needs decimals or two groups: 1.250 alone can mean one euro or a thousand. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:\.\d{3}){1,4},\d{1,2}|(?:,\d{3}){1,4}\.\d{1,2}|(?:\.\d{3}){2,4}|(?:,\d{3}){2,4})$/u
/** Thousands separated by spaces or apostrophes, which have no other meaning in a number. */
const SPACED = /^[1-9]\d{0,2}(?:[\s'’]\d{3}){1,4}(?:[.,]\d{1,2})?$/u
/** Dash in place of the cents, as in “12,-”. */
const NO_CENTS = /(?<=\d[.,])[-–—−=]{1,2}$/u
const BELOW_ZERO = /^[-−–]\s*[\d.,]/u

/** Removes euro signs and the invisible characters that a clipboard adds. */
function extractNumber(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?<minus>[-−–]?)\s*(?:€|eur(?:os?)?(?![\p{L}]))\s*/iu, '$<minus>')
    .replace(/\s*(?:€|eur(?:os?)?)$/iu, '')
    .replace(NO_CENTS, '00')
}

function stripThousandsSeparators(text: string): string {
  if (!GROUPED.test(text) && !SPACED.test(text)) return text
  const decimals = /[.,]\d{1,2}$/u.exec(text)?.[0] ?? ''
  return text.slice(0, text.length - decimals.length).replaceAll(/\D/gu, '') + decimals
}

/** Converts a typed amount to cents by its digits, never by multiplying a fraction; null for an invalid amount. */
export function parseCents(text: string): number | null {
  const found = AMOUNT.exec(stripThousandsSeparators(extractNumber(text)))
  if (!found) return null
  const [, whole = '0', decimals, onlyDecimals] = found
  return Number(whole) * 100 + Number((decimals ?? onlyDecimals ?? '').padEnd(2, '0'))
}

/** Returns the error of a typed amount in euros, or null (spec 5). */
export function checkAmount(text: string): ErrorCode | null {
  const number = extractNumber(text)
  if (number === '') return 'AMOUNT_REQUIRED'
  if (BELOW_ZERO.test(number)) return 'AMOUNT_TOO_SMALL'
  const cents = parseCents(text)
  if (cents === null) return 'AMOUNT_INVALID'
  if (cents < PAYMENTS.centsMin) return 'AMOUNT_TOO_SMALL'
  return cents > PAYMENTS.centsMax ? 'AMOUNT_TOO_LARGE' : null
}
