import { LANGUAGES, type Language } from '../languages.ts'

/** The id of an expertise category, such as `health-medicine`. It stands in addresses and profiles, and never changes. */
export type Category = string

/** An expertise category, as owners set it. */
export interface CategoryEntry {
  id: Category
  label: Record<Language, string>
  /** What it is called where there is little room. */
  short_label: Record<Language, string>
  /** Nobody can choose it any more; profiles that have it keep it. */
  is_hidden: boolean
}

/** A category id, or a category of one's own (spec 3). */
export type Expertise = Category | { type: 'custom'; value: string }

/** In characters; the labels in code points. */
export const CATEGORY_LIMITS = { idMax: 40, labelMax: 60, shortLabelMax: 24, countMax: 40 } as const

/** What forms call a category of one's own: no category can have it as its id. */
export const CUSTOM = 'custom'

/** Whether an untrusted string has the form of a category id; whether there is such a category only the list tells. */
export function isCategory(value: string): value is Category {
  return value.length <= CATEGORY_LIMITS.idMax && value !== CUSTOM && /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(value)
}

/** The name of an expertise in the reader's language; a custom one is shown as it was written. */
export function expertiseLabel(list: readonly CategoryEntry[], expertise: Expertise, language: Language): string {
  if (typeof expertise !== 'string') return expertise.value
  // A page may meet a category that was added after it was opened.
  return list.find(({ id }) => id === expertise)?.label[language] ?? expertise
}

/** Whether two entries are called the same. */
export function hasSameLabels(one: CategoryEntry, other: CategoryEntry): boolean {
  return LANGUAGES.every(
    (language) =>
      one.label[language] === other.label[language] && one.short_label[language] === other.short_label[language],
  )
}
