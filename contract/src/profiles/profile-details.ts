import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { isBlank, countLetters } from '../texts/sanitising.ts'
import { isEuros } from './detail-filter.ts'
import { cleanCustomExpertise } from './expertise.ts'
import { checkFullName, checkProse, cleanName } from './profile-rules.ts'

/** `hour`: the price of an hour; `from`: the lowest price. */
export const PRICE_UNITS = ['hour', 'from'] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

export interface Price {
  euros: number
  unit: PriceUnit
}

/** The headline as stored: without markup, on one line; null when nothing is visible. */
export function cleanHeadline(headline: string): string | null {
  const cleaned = cleanCustomExpertise(headline)
  return isBlank(cleaned) ? null : cleaned
}

/** The error of a headline, if any. A blank one is fine. */
export function checkHeadline(headline: string): ErrorCode | null {
  return checkProse(headline.replace(/\s+/gu, ' '), LIMITS.headlineMax, 'HEADLINE_TOO_LONG')
}

/** The town as stored; null when nothing is visible. */
export function cleanTown(town: string): string | null {
  return isBlank(town) ? null : cleanName(town)
}

/** The error of a town, which takes the letters of a name, if any. A blank one is fine. */
export function checkTown(town: string): ErrorCode | null {
  const cleaned = cleanTown(town)
  if (cleaned === null) return null
  if (countLetters(cleaned) > LIMITS.townMax) return 'TOWN_TOO_LONG'
  return checkFullName(cleaned) === null ? null : 'TOWN_INVALID'
}

/** The error of a number of languages, if any. */
export function checkLanguages(languages: readonly unknown[]): ErrorCode | null {
  return languages.length > LIMITS.answerLanguagesMax ? 'LANGUAGES_TOO_MANY' : null
}

/** The price in a text of whole euros, such as `60` or `€ 60`; null for a blank one, NaN for anything else. */
export function readEuros(text: string): number | null {
  if (isBlank(text)) return null
  return Number(/^€?\s*(\d{1,6})$/u.exec(text.trim())?.[1] ?? Number.NaN)
}

/** The error of a price, if any. */
export function checkEuros(euros: number | null): ErrorCode | null {
  return euros === null || isEuros(euros) ? null : 'PRICE_INVALID'
}
