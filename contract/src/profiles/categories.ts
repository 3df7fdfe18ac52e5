import type { Language } from '../languages.ts'

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
