import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { decisionsTexts } from '../decisions/decisions.messages.ts'
import { figuresQuery } from '../decisions/decisions.queries.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'

export function FiguresSection() {
  const texts = useTexts(decisionsTexts)
  const common = useTexts(operationsTexts)
  const language = useLanguage()
  const titleId = useId()
  const figures = useQuery(figuresQuery)
  const share = (value: number | null): string =>
    value === null
      ? texts.notYet
      : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(value)
  const hours = (seconds: number | null): string =>
    seconds === null
      ? texts.notYet
      : texts.hours(new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(seconds / 3600))
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.figuresTitle}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.figuresLead}</p>
      <QueryState
        query={figures}
        loading={<LoadingRows />}
        renderFailure={() => texts.figuresFailed}
        retryLabel={common.retry}
      >
        {(data) => (
          <dl className="divide-y divide-border">
            {[
              [texts.open, String(data.open)],
              [texts.medianAge, hours(data.median_age_s)],
              [texts.withinDay, share(data.decided_within_day)],
              [texts.withinWeek, share(data.decided_within_week)],
              [texts.openObjections, String(data.open_objections)],
            ].map(([name, value]) => (
              <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
                <dt className="text-ink-2">{name}</dt>
                <dd className="num font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </QueryState>
    </section>
  )
}
