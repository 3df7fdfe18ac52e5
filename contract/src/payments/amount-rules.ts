import type { ErrorCode } from '../errors.ts'
import { PAYMENTS } from '../limits.ts'

/** Digits with at most two decimals, by comma or point. No signs, exponents, hexadecimal or thousands separators. */
const AMOUNT = /^(\d{1,15})(?:[.,](\d{1,2})?)?$|^[.,](\d{1,2})$/u
const BELOW_ZERO = /^[-−]\s*€?\s*\d/u

function withoutSign(text: string): string {
  return text.trim().replace(/^€\s*/u, '')
}

/**
 * What a person typed, in cents; by digits, never by multiplying a fraction.
 * @returns null when it is no amount
 */
export function centsOf(text: string): number | null {
  const [, whole = '0', decimals, onlyDecimals] = AMOUNT.exec(withoutSign(text)) ?? []
  if (!AMOUNT.test(withoutSign(text))) return null
  return Number(whole) * 100 + Number((decimals ?? onlyDecimals ?? '').padEnd(2, '0'))
}

/** What is wrong with an amount in euros as it was typed (spec 5), if anything. */
export function checkAmount(text: string): ErrorCode | null {
  if (withoutSign(text) === '') return 'AMOUNT_REQUIRED'
  if (BELOW_ZERO.test(text.trim())) return 'AMOUNT_TOO_SMALL'
  const cents = centsOf(text)
  if (cents === null) return 'AMOUNT_INVALID'
  if (cents < PAYMENTS.centsMin) return 'AMOUNT_TOO_SMALL'
  return cents > PAYMENTS.centsMax ? 'AMOUNT_TOO_LARGE' : null
}
