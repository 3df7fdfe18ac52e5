import { useRef } from 'react'

import { type Category, isCategory } from '@kundig/contract/profiles/categories'

import { Select } from '../../../design-system/fields/field.tsx'
import { prepareCalls } from '../../../platform/api/client.ts'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { categoryFilterTexts } from './category-filter.messages.ts'

export type CategoryFilterProps = {
  category: Category | undefined
  /** @param isAnother whether another category was chosen since the filter got the focus: arrow keys choose each they pass */
  onChange: (category: Category | undefined, isAnother: boolean) => void
  className?: string
}

/** Narrows the experts to one category. */
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
          // A choice is coming: what carries it is fetched meanwhile, and a failure then tells itself.
          void prepareCalls().catch(() => undefined)
        }}
        onChange={(event) => {
          const { value } = event.target
          const next = isCategory(value) ? value : undefined
          // What stood there before the page ran is told again.
          if (next === category) return
          const isAnother = chosen.current !== undefined && chosen.current === category
          chosen.current = next
          onChange(next, isAnother)
        }}
      />
    </span>
  )
}
