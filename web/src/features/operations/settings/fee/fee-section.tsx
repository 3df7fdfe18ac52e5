import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { QueryState } from '../../../../design-system/states/query-state.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { LoadingRows } from '../../loading-rows.tsx'
import { operationsTexts } from '../../operations.messages.ts'
import { settingsQuery } from '../settings.queries.ts'
import { FeeForm } from './fee-form.tsx'
import { FeeSummary } from './fee-summary.tsx'
import { feeTexts } from './fee.messages.ts'

export function FeeSection({ mayChange }: { mayChange: boolean }) {
  const texts = useTexts(feeTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const settings = useQuery(settingsQuery)
  return (
    <section aria-labelledby={titleId} className="card mt-4 p-5 shadow-2 sm:p-8">
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
        {(found) =>
          mayChange ? (
            <FeeForm found={found} />
          ) : (
            <p className="text-sm">
              <FeeSummary fee={found.settings.fee} />
            </p>
          )
        }
      </QueryState>
    </section>
  )
}
