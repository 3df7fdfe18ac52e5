import { useId, useState } from 'react'

import type { DailyFigures } from '@kundig/contract/operations/daily-figures.contract'
import { toCsv } from '@kundig/contract/texts/csv'

import { Button } from '../../../design-system/button.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { formatCount } from '../health/amounts.ts'
import { dailyFiguresTexts, figureLeads, figureNames, pageTexts, unitTexts } from './daily-figures.messages.ts'
import { FigurePlot } from './figure-plot.tsx'
import { toCsvValue, formatDate, formatValue, getUnit } from './figure-values.ts'

type Figure = DailyFigures['figures'][number]

export function FigureCard({ figure, all }: { figure: Figure; all: DailyFigures }) {
  const { name, values, total, known_since: knownSince } = figure
  const texts = useTexts(dailyFiguresTexts)
  const title = useTexts(figureNames)[name]
  const lead = useTexts(figureLeads)[name]
  const units = useTexts(unitTexts)
  const language = useLanguage()
  const titleId = useId()
  const isKnown = values.some((value) => value !== null)
  /** Text for a missing value. Shares and medians do not exist without data; other values are unknown. */
  const missing = getUnit(name) === 'share' || getUnit(name) === 'seconds' ? texts.none : texts.unknown

  function downloadFigureCsv(): void {
    const rows = all.days.map((day, at) => [day, toCsvValue(name, values[at] ?? null, language)])
    const unit = getUnit(name)
    const column = unit === 'count' ? title : `${title} (${units[unit]})`
    const file = new Blob([toCsv([[texts.day, column], ...rows], language)], { type: 'text/csv;charset=utf-8' })
    const address = URL.createObjectURL(file)
    const saved = `kundig-${name.replaceAll('_', '-')}-${all.days[0]}-${all.days.at(-1)}.csv`
    Object.assign(document.createElement('a'), { href: address, download: saved }).click()
    URL.revokeObjectURL(address)
  }

  return (
    <section aria-labelledby={titleId} className="card min-w-0 p-5 shadow-2">
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="num text-2xl font-semibold">
          {total === null ? missing : formatValue(name, total, language)}
        </span>
        <span className="text-sm text-ink-2">{texts.together(String(all.days.length))}</span>
      </p>
      <p className="mt-1 text-sm text-ink-2">
        <span>{lead}</span>{' '}
        {knownSince !== null && <span>{texts.knownSince(formatDate(knownSince, language, true))}</span>}
      </p>
      {isKnown ? (
        <FigurePlot name={name} days={all.days} values={values} />
      ) : (
        <p className="my-8 text-center text-ink-2">{missing === texts.none ? texts.none : texts.nothing}</p>
      )}
      {name === 'visits' && isKnown && <VisitsByPage all={all} />}
      <Table label={texts.table(title)} name={title}>
        {all.days
          .map((day, at) => {
            const value = values[at] ?? null
            const date = formatDate(day, language, true)
            return [
              at === all.days.length - 1 ? texts.today(date) : date,
              value === null ? missing : formatValue(name, value, language),
            ] as const
          })
          .toReversed()}
      </Table>
      <Button variant="secondary" size="sm" className="mt-2" aria-label={texts.csv(title)} onClick={downloadFigureCsv}>
        {texts.csvShort}
      </Button>
    </section>
  )
}

/** Collapsible table of days, the latest first. Its rows are rendered when the table is opened. */
function Table({ label, name, children }: { label: string; name: string; children: (readonly [string, string])[] }) {
  const texts = useTexts(dailyFiguresTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm text-link underline">{label}</summary>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach scrolling content
        <div role="region" aria-label={label} tabIndex={0} className="max-h-80 overflow-y-auto">
          <table className="w-full text-sm">
            <thead>
              <tr>
                <th scope="col" className="py-1 text-left font-semibold">
                  {texts.day}
                </th>
                <th scope="col" className="py-1 text-right font-semibold">
                  {name}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-border">
              {children.map(([day, value]) => (
                <tr key={day}>
                  <th scope="row" className="py-1 text-left font-normal">
                    {day}
                  </th>
                  <td className="num py-1 text-right">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

function VisitsByPage({ all }: { all: DailyFigures }) {
  const texts = useTexts(dailyFiguresTexts)
  const pages = useTexts(pageTexts)
  const language = useLanguage()
  return (
    <table className="mt-2 w-full text-sm">
      <caption className="sr-only">{texts.byPage}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{texts.page}</th>
          <th scope="col">{texts.visits}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {all.visits_by_page.map(({ page, visits }) => (
          <tr key={page}>
            <th scope="row" className="py-1 text-left font-normal text-ink-2">
              {pages[page]}
            </th>
            <td className="num py-1 text-right">{formatCount(visits, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
