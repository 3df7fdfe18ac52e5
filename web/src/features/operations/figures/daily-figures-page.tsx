import { useQuery } from '@tanstack/react-query'

import { FIGURE_WINDOWS, type FigureWindow } from '@kundig/contract/operations/figure-names'

import { Segmented } from '../../../design-system/segmented.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { dailyFiguresTexts } from './daily-figures.messages.ts'
import { dailyFiguresQuery } from './daily-figures.queries.ts'
import { FigureCard } from './figure-card.tsx'

export function DailyFiguresPage({ days, onDays }: { days: FigureWindow; onDays: (days: FigureWindow) => void }) {
  const texts = useTexts(dailyFiguresTexts)
  const common = useTexts(operationsTexts)
  const language = useLanguage()
  const figures = useQuery(dailyFiguresQuery(days))
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="text-2xl">{texts.title}</h1>
        <p className="text-ink-2">{texts.lead}</p>
        <Segmented
          label={texts.range}
          value={String(days)}
          options={FIGURE_WINDOWS.map((count) => ({ value: String(count), label: texts.days(String(count)) }))}
          onChange={(value) => onDays(FIGURE_WINDOWS.find((count) => String(count) === value) ?? days)}
          className="mt-4"
        />
      </div>
      <QueryState
        key={days}
        query={figures}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
      >
        {(data) => (
          <>
            <p className="text-sm text-ink-2">
              {data.as_of === null ? texts.notCounted : texts.asOf(formatMoment(data.as_of, language))}
            </p>
            <div className="grid gap-6 lg:grid-cols-2">
              {data.figures.map((figure) => (
                <FigureCard key={figure.name} figure={figure} all={data} />
              ))}
            </div>
          </>
        )}
      </QueryState>
    </div>
  )
}
