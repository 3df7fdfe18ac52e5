import { Refusal } from '@kundig/contract/errors'
import type { CategoryEntry } from '@kundig/contract/profiles/categories'

import type { Database } from '../../platform/database/database.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'

export type CategoryService = ReturnType<typeof createCategoryService>

/** The expertise categories, as owners set them: read from memory, at most two seconds old. */
export function createCategoryService({
  db,
  siteSettings,
}: {
  db: Database
  siteSettings: Pick<SiteSettingsStore, 'read' | 'readNow'>
}) {
  const holds = (list: readonly CategoryEntry[], id: string): boolean =>
    list.some((entry) => entry.id === id && !entry.is_hidden)

  return {
    /** All of them, in their order. */
    list: (): readonly CategoryEntry[] => siteSettings.read().categories.list,

    /**
     * Checks that somebody can choose a category. One that another server was just told of is asked for once more.
     * @param field the field of the form that names it
     * @throws Refusal CATEGORY_UNAVAILABLE where there is no such category, or it is hidden
     */
    requireOpen: async (id: string, field: string): Promise<void> => {
      if (holds(siteSettings.read().categories.list, id)) return
      const { settings } = await siteSettings.readNow(db)
      if (!holds(settings.categories.list, id)) throw new Refusal('CATEGORY_UNAVAILABLE', field)
    },
  }
}
