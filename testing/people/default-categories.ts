import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import type { CategoryService } from '@kundig/server/features/profiles/category.service'

/** The categories of a site whose owner changed none, for services that are made by hand. */
export const defaultCategories: Pick<CategoryService, 'list' | 'requireOpen'> = {
  list: () => DEFAULT_CATEGORIES,
  requireOpen: () => Promise.resolve(),
}
