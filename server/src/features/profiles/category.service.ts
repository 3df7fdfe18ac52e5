import { Refusal } from '@kundig/contract/errors'
import type { CategoryEntry } from '@kundig/contract/profiles/categories'

import type { Database } from '../../platform/database/database.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'

interface CategoryServiceOptions {
  db: Database
  siteSettings: Pick<SiteSettingsStore, 'read' | 'readNow'>
}

/** Expertise categories that owners set. They are read from memory, and are at most two seconds old. */
export class CategoryService {
  readonly #deps: CategoryServiceOptions

  constructor(deps: CategoryServiceOptions) {
    this.#deps = deps
  }

  #holds(list: readonly CategoryEntry[], id: string): boolean {
    return list.some((entry) => entry.id === id && !entry.is_hidden)
  }

  list(): readonly CategoryEntry[] {
    return this.#deps.siteSettings.read().categories.list
  }

  /** Reads an unknown category again, because another server may have added it. @throws Refusal CATEGORY_UNAVAILABLE */
  async requireOpen(id: string, field: string): Promise<void> {
    if (this.#holds(this.#deps.siteSettings.read().categories.list, id)) return
    const { settings } = await this.#deps.siteSettings.readNow(this.#deps.db)
    if (!this.#holds(settings.categories.list, id)) throw new Refusal('CATEGORY_UNAVAILABLE', field)
  }
}
