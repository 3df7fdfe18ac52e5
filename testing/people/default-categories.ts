import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import type { CategoryService } from '@kundig/server/features/profiles/category.service'

/** The categories of a site whose owner changed none, for services that are made by hand. */
export const defaultCategories: CategoryService = {
  list: () => DEFAULT_CATEGORIES,
  requireOpen: () => Promise.resolve(),
}
