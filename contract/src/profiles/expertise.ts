import type { ErrorCode } from '../errors.ts'
import type { Language } from '../languages.ts'
import { LIMITS } from '../limits.ts'
import { cleanText, foldForSearch, hasUnsafeCharacters, isBlank, lengthOf } from '../sanitising.ts'

/** The twelve expertise categories (spec 3), by the id that is stored, with their labels. */
export const CATEGORIES = {
  'websites-it-software': { en: 'Websites, IT & Software', nl: 'Websites, IT & Software' },
  'writing-content': { en: 'Writing & Content', nl: 'Schrijven & Content' },
  'design-media-architecture': { en: 'Design, Media & Architecture', nl: 'Design, Media & Architectuur' },
  'engineering-science': { en: 'Engineering & Science', nl: 'Techniek & Wetenschap' },
  'sales-marketing': { en: 'Sales & Marketing', nl: 'Verkoop & Marketing' },
  'business-legal': {
    en: 'Business, Accounting, Human Resources & Legal',
    nl: 'Zakelijk, Boekhouding, Personeel & Juridisch',
  },
  'sourcing-manufacturing': { en: 'Product Sourcing & Manufacturing', nl: 'Inkoop & Productie' },
  'translation-languages': { en: 'Translation & Languages', nl: 'Vertalen & Talen' },
  'trades-services': { en: 'Trades & Services', nl: 'Vakwerk & Diensten' },
  'freight-transportation': { en: 'Freight, Shipping & Transportation', nl: 'Vracht, Scheepvaart & Transport' },
  education: { en: 'Education', nl: 'Onderwijs' },
  'health-medicine': { en: 'Health & Medicine', nl: 'Gezondheid & Geneeskunde' },
} as const satisfies Record<string, Record<Language, string>>

export type Category = keyof typeof CATEGORIES
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets that there are twelve of them
export const CATEGORY_IDS = Object.keys(CATEGORIES) as [Category, ...Category[]]

/** A category id, or a category of one's own (spec 3). */
export type Expertise = Category | { type: 'custom'; value: string }

/** Whether an untrusted string is one of the twelve category ids. */
export function isCategory(value: string): value is Category {
  return Object.hasOwn(CATEGORIES, value)
}

/** The name of an expertise in the reader's language; a custom one is shown as it was written. */
export function expertiseLabel(expertise: Expertise, language: Language): string {
  return typeof expertise === 'string' ? CATEGORIES[expertise][language] : expertise.value
}

/** The categories whose label, in the reader's language, holds the query (spec 5, search). */
export function categoriesMatching(query: string, language: Language): Category[] {
  const folded = foldForSearch(query)
  return CATEGORY_IDS.filter((id) => foldForSearch(CATEGORIES[id][language]).includes(folded))
}

/** A custom category as we keep it: without markup, on one line, with single spaces (search folds them, too). */
export function cleanCustomExpertise(value: string): string {
  return cleanText(value).replace(/\s+/gu, ' ')
}

/** What is wrong with an expertise, if anything. A blank custom category counts as none (spec 5). */
export function checkExpertise(expertise: Expertise | null): ErrorCode | null {
  if (expertise === null) return 'CATEGORY_REQUIRED'
  if (typeof expertise === 'string') return null
  const value = cleanCustomExpertise(expertise.value)
  if (isBlank(value)) return 'CATEGORY_REQUIRED'
  if (lengthOf(value) > LIMITS.customExpertiseMax) return 'CATEGORY_TOO_LONG'
  return hasUnsafeCharacters(value) ? 'TEXT_INVALID' : null
}
