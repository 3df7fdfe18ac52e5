import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { QueryState } from '../../../../design-system/states/query-state.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { LoadingRows } from '../../loading-rows.tsx'
import { operationsTexts } from '../../operations.messages.ts'
import { settingsQuery } from '../settings.queries.ts'
import { categoriesTexts } from './categories.messages.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryList } from './category-list.tsx'

export function CategoriesSection({ mayChange }: { mayChange: boolean }) {
  const texts = useTexts(categoriesTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const settings = useQuery(settingsQuery)
  /** Category in the dialog: an id, null for a new category, or undefined while the dialog is closed. */
  const [edited, setEdited] = useState<string | null | undefined>(undefined)
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <QueryState
        query={settings}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
      >
        {({ version, settings: { categories } }) => (
          <>
            <CategoryList version={version} list={categories.list} mayChange={mayChange} onEdit={setEdited} />
            {edited !== undefined && (
              <CategoryDialog
                id={edited}
                version={version}
                list={categories.list}
                onClose={() => setEdited(undefined)}
              />
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}
