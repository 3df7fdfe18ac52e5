import { useRef } from 'react'

import { type Category, isCategory } from '@kundig/contract/profiles/categories'

import { Select } from '../../../design-system/fields/field.tsx'
import { loadRpcClient } from '../../../platform/api/client.ts'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { categoryFilterTexts } from './category-filter.messages.ts'

export type CategoryFilterProps = {
  category: Category | undefined
  /** @param isAnother true after the first choice since focus, because arrow keys choose each category on the way */
  onChange: (category: Category | undefined, isAnother: boolean) => void
  className?: string
}

export function CategoryFilter({ category, onChange, className }: CategoryFilterProps) {
  const texts = useTexts(categoryFilterTexts)
  const { options } = useCategories()
  const chosen = useRef<Category | undefined>(undefined)
  return (
    <span className={className}>
      <Select
        name="category"
        aria-label={texts.category}
        autoComplete="off"
        placeholder={texts.all}
        options={options(category)}
        value={category ?? ''}
        onFocus={() => {
          chosen.current = undefined
          // Preloads the code for calls to the server. If that fails, a later call reports the failure.
          void loadRpcClient().catch(() => undefined)
        }}
        onChange={(event) => {
          const { value } = event.target
          const next = isCategory(value) ? value : undefined
          // Ignores an event that repeats a choice made before hydration.
          if (next === category) return
          const isAnother = chosen.current !== undefined && chosen.current === category
          chosen.current = next
          onChange(next, isAnother)
        }}
      />
    </span>
  )
}
