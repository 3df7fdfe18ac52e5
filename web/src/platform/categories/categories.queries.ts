import { queryOptions, useQuery } from '@tanstack/react-query'

import {
  type Category,
  type CategoryEntry,
  getExpertiseLabel,
  type Expertise,
} from '@kundig/contract/profiles/categories'

import { api } from '../api/client.ts'
import { useLanguage } from '../i18n/language.tsx'

/** Every server-rendered page includes them, and they rarely change. */
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
    /** @param kept included even if hidden */
    options: (kept?: string) =>
      all
        .filter(({ id, is_hidden }) => !is_hidden || id === kept)
        .map(({ id, label }) => ({ value: id, label: label[language] })),
  }
}
