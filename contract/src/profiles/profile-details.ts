import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { isBlank, countLetters } from '../texts/sanitising.ts'
import { isValidPrice } from './detail-filter.ts'
import { cleanCustomExpertise } from './expertise.ts'
import { checkFullName, checkProse, cleanName } from './profile-rules.ts'

/** `hour`: the price of an hour; `from`: the lowest price. */
export const PRICE_UNITS = ['hour', 'from'] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

export interface Price {
  euros: number
  unit: PriceUnit
}

export function cleanHeadline(headline: string): string | null {
  const cleaned = cleanCustomExpertise(headline)
  return isBlank(cleaned) ? null : cleaned
}

export function checkHeadline(headline: string): ErrorCode | null {
  return checkProse(headline.replace(/\s+/gu, ' '), LIMITS.headlineMax, 'HEADLINE_TOO_LONG')
}

export function cleanTown(town: string): string | null {
  return isBlank(town) ? null : cleanName(town)
}

export function checkTown(town: string): ErrorCode | null {
  const cleaned = cleanTown(town)
  if (cleaned === null) return null
  if (countLetters(cleaned) > LIMITS.townMax) return 'TOWN_TOO_LONG'
  return checkFullName(cleaned) === null ? null : 'TOWN_INVALID'
}

export function checkLanguages(languages: readonly unknown[]): ErrorCode | null {
  return languages.length > LIMITS.answerLanguagesMax ? 'LANGUAGES_TOO_MANY' : null
}

/** Reads a price in whole euros, such as `60` or `€ 60`; null for a blank text, NaN for an invalid one. */
export function readEuros(text: string): number | null {
  if (isBlank(text)) return null
  return Number(/^€?\s*(\d{1,6})$/u.exec(text.trim())?.[1] ?? Number.NaN)
}

export function checkPrice(euros: number | null): ErrorCode | null {
  return euros === null || isValidPrice(euros) ? null : 'PRICE_INVALID'
}
