import { LANGUAGES, type Language } from '../languages.ts'

/** Id of a category, such as `health-medicine`. Addresses and profiles contain it, so it never changes. */
export type Category = string

export interface CategoryEntry {
  id: Category
  label: Record<Language, string>
  /** Short label for places with little width. */
  short_label: Record<Language, string>
  /** Hidden from selection. Profiles with this category keep it. */
  is_hidden: boolean
}

/** Category id, or a custom category (spec 3). */
export type Expertise = Category | { type: 'custom'; value: string }

/** Maximum lengths in characters (labels in code points), and maximum number of categories. */
export const CATEGORY_LIMITS = { idMax: 40, labelMax: 60, shortLabelMax: 24, countMax: 40 } as const

/** Value of a custom category in forms. No category may have this id. */
export const CUSTOM = 'custom'

/** True for a string in the format of a category id. The category need not exist. */
export function isCategory(value: string): value is Category {
  return value.length <= CATEGORY_LIMITS.idMax && value !== CUSTOM && /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(value)
}

/** Label of an expertise in the reader's language. A custom category keeps its text. */
export function getExpertiseLabel(list: readonly CategoryEntry[], expertise: Expertise, language: Language): string {
  if (typeof expertise !== 'string') return expertise.value
  // The page's list may lack a category that was added later.
  return list.find(({ id }) => id === expertise)?.label[language] ?? expertise
}

export function hasSameLabels(one: CategoryEntry, other: CategoryEntry): boolean {
  return LANGUAGES.every(
    (language) =>
      one.label[language] === other.label[language] && one.short_label[language] === other.short_label[language],
  )
}
