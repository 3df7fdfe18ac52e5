import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import type { CategoryService } from '@kundig/server/features/profiles/category.service'

export const defaultCategories: Pick<CategoryService, 'list' | 'requireOpen'> = {
  list: () => DEFAULT_CATEGORIES,
  requireOpen: () => Promise.resolve(),
}
