import { useId, useState } from 'react'

import type { Earnings } from '@kundig/contract/books/payment-lists.contract'
import type { Language } from '@kundig/contract/languages'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Plot, WHOLE_STEPS } from '../../../platform/plots/plot.tsx'
import { earningsTexts } from './earnings.messages.ts'

const SUMS = ['gross', 'fee', 'refunded', 'disputed', 'net'] as const
const STEPS = WHOLE_STEPS.map((step) => step * 100)

/** Formats a month, such as Nov 2026. A month has no time zone. */
function formatMonth(month: string, language: Language, length: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'nl-NL', {
    timeZone: 'UTC',
    month: length,
    year: 'numeric',
  }).format(new Date(`${month}-01T00:00:00Z`))
}

export function MonthlyEarnings({ months }: { months: Earnings['months'] }) {
  const texts = useTexts(earningsTexts)
  const language = useLanguage()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const money = (cents: number): string => formatMoney(cents, 'eur', language)
  return (
    <section aria-labelledby={titleId} className="card mt-6 min-w-0 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.byMonth}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{texts.byMonthLead}</p>
      <Plot
        positions={months.map(({ month }) => ({
          short: formatMonth(month, language, 'short'),
          full: formatMonth(month, language, 'long'),
        }))}
        values={months.map(({ net }) => net)}
        format={money}
        look="bars"
        steps={STEPS}
        top={{ least: 100 }}
      />
      <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm text-link underline">
          {texts.table}
        </summary>
        {isOpen && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
          <div role="region" aria-label={texts.table} tabIndex={0} className="max-h-80 overflow-auto">
            <table className="w-full text-sm">
              <thead>
                <tr>
                  <th scope="col" className="py-1 pr-3 text-left font-semibold">
                    {texts.month}
                  </th>
                  {SUMS.map((name) => (
                    <th key={name} scope="col" className="py-1 pl-3 text-right font-semibold">
                      {texts[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-border">
                {months.toReversed().map((month) => (
                  <tr key={month.month}>
                    <th scope="row" className="py-1 pr-3 text-left font-normal whitespace-nowrap">
                      {formatMonth(month.month, language, 'long')}
                    </th>
                    {SUMS.map((name) => (
                      <td key={name} translate="no" className="num py-1 pl-3 text-right whitespace-nowrap">
                        {money(month[name])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </details>
    </section>
  )
}
