import type { ErrorCode } from '../errors.ts'
import { LANGUAGES } from '../languages.ts'
import { LIMITS } from '../limits.ts'
import { cleanText, foldForSearch, hasUnsafeCharacters, isBlank, lengthOf } from '../sanitising.ts'
import type { Category, CategoryEntry, Expertise } from './categories.ts'

/** The categories whose label holds the query (spec 5, search), in whichever language. */
export function categoriesMatching(list: readonly CategoryEntry[], query: string): Category[] {
  const folded = foldForSearch(query)
  const isIn = (label: string): boolean => foldForSearch(label).includes(folded)
  return list.filter(({ label }) => LANGUAGES.some((language) => isIn(label[language]))).map(({ id }) => id)
}

/** A custom category as we keep it: without markup, on one line, with single spaces (search folds them, too). */
export function cleanCustomExpertise(value: string): string {
  return cleanText(value).replace(/\s+/gu, ' ')
}

/** What is wrong with an expertise, if anything. A blank custom category counts as none (spec 5). */
export function checkExpertise(expertise: Expertise | null): ErrorCode | null {
  if (expertise === null) return 'CATEGORY_REQUIRED'
  if (typeof expertise === 'string') return null
  if (hasUnsafeCharacters(expertise.value)) return 'TEXT_INVALID'
  const value = cleanCustomExpertise(expertise.value)
  if (isBlank(value)) return 'CATEGORY_REQUIRED'
  return lengthOf(value) > LIMITS.customExpertiseMax ? 'CATEGORY_TOO_LONG' : null
}
