import { queryOptions, useQuery } from '@tanstack/react-query'

import {
  type Category,
  type CategoryEntry,
  getExpertiseLabel,
  type Expertise,
} from '@kundig/contract/profiles/categories'

import { api } from '../api/client.ts'
import { useLanguage } from '../i18n/language.tsx'

/** Expertise categories. They rarely change, and each server-rendered page includes them. */
export const categoriesQuery = queryOptions({ ...api.profiles.categories.queryOptions(), staleTime: 60_000 })

const NONE: readonly CategoryEntry[] = []

export function useCategories() {
  const language = useLanguage()
  const all = useQuery(categoriesQuery).data?.items ?? NONE
  return {
    all,
    shown: all.filter((entry) => !entry.is_hidden),
    getLabel: (expertise: Expertise): string => getExpertiseLabel(all, expertise, language),
    getShortLabel: (id: Category): string => all.find((entry) => entry.id === id)?.short_label[language] ?? id,
    /** Lists the categories as options. @param kept category to include even if it is hidden */
    options: (kept?: string) =>
      all
        .filter(({ id, is_hidden }) => !is_hidden || id === kept)
        .map(({ id, label }) => ({ value: id, label: label[language] })),
  }
}
