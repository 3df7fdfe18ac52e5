import { queryOptions, useQuery } from '@tanstack/react-query'

import { type Category, type CategoryEntry, expertiseLabel, type Expertise } from '@kundig/contract/profiles/categories'

import { api } from '../api/client.ts'
import { useLanguage } from '../i18n/language.tsx'

/** The expertise categories. They come with each page that the server rendered, and are seldom another list. */
export const categoriesQuery = queryOptions({ ...api.profiles.categories.queryOptions(), staleTime: 60_000 })

const NONE: readonly CategoryEntry[] = []

/** The expertise categories in the reader’s language; none until they are known. */
export function useCategories() {
  const language = useLanguage()
  const all = useQuery(categoriesQuery).data?.items ?? NONE
  return {
    all,
    /** Those to choose from, in their order. */
    shown: all.filter((entry) => !entry.is_hidden),
    /** The name of an expertise. */
    labelOf: (expertise: Expertise): string => expertiseLabel(all, expertise, language),
    /** Its name where there is little room. */
    shortLabelOf: (id: Category): string => all.find((entry) => entry.id === id)?.short_label[language] ?? id,
    /** Options of a select. @param kept one that is among them even if it is hidden */
    options: (kept?: string) =>
      all
        .filter(({ id, is_hidden }) => !is_hidden || id === kept)
        .map(({ id, label }) => ({ value: id, label: label[language] })),
  }
}
