import { BOOK_COLUMNS } from '@kundig/contract/operations/book-columns'
import type { BookRow, Books } from '@kundig/contract/operations/books.contract'

import { cx } from '../../../design-system/class-names.ts'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { formatCount } from '../health/amounts.ts'
import { booksTexts, columnTexts } from './books.messages.ts'
import { formatPeriod } from './periods.ts'

const CELL = 'num px-2 py-1.5 text-right whitespace-nowrap'
/** Classes of a row header that stays visible during horizontal scrolling. */
const HEAD = 'sticky left-0 z-10 bg-surface px-2 py-1.5 text-left whitespace-nowrap'

export function BooksTable({ books, dayPath }: { books: Books; dayPath: (day: string) => string }) {
  const texts = useTexts(booksTexts)
  const columns = useTexts(columnTexts)
  const language = useLanguage()
  const money = (cents: number): string => formatMoney(cents, books.currency, language)
  const last = books.rows.at(-1)
  const name = (row: BookRow): string => {
    const period = formatPeriod(row.period, language)
    return row === last ? texts.soFar(period) : period
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach scrolling content
    <div role="region" aria-label={texts.table} tabIndex={0} className="max-h-[36rem] overflow-auto">
      <table className="w-full text-sm">
        <thead className="sticky top-0 z-20 bg-surface">
          <tr>
            <th scope="col" className={cx(HEAD, 'z-30 font-semibold')}>
              {texts.period}
            </th>
            {[
              texts.count,
              ...BOOK_COLUMNS.map((column) => columns[column]),
              texts.change,
              texts.balance,
              texts.difference,
            ].map((title) => (
              <th key={title} scope="col" className="px-2 py-1.5 text-right font-semibold whitespace-nowrap">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {books.rows.toReversed().map((row) => {
            const differs = row.difference !== null && row.difference !== 0
            return (
              <tr key={row.period} className={cx(differs && 'text-danger')}>
                <th scope="row" className={cx(HEAD, differs ? 'font-semibold' : 'font-normal')}>
                  {row.period.length === 10 ? (
                    <Link href={dayPath(row.period)} className={textLinkClass} aria-label={texts.open(name(row))}>
                      {name(row)}
                    </Link>
                  ) : (
                    name(row)
                  )}
                </th>
                <td className={CELL}>{formatCount(row.payments_count, language)}</td>
                {BOOK_COLUMNS.map((column) => (
                  <td key={column} className={CELL}>
                    {money(row[column])}
                  </td>
                ))}
                <td className={CELL}>{money(row.change)}</td>
                <td className={CELL}>{money(row.balance)}</td>
                <td className={cx(CELL, differs && 'font-semibold')}>
                  {row.difference === null ? texts.notChecked : money(row.difference)}
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot className="border-t-2 border-border font-semibold">
          <tr>
            <th scope="row" className={HEAD}>
              {texts.total}
            </th>
            <td className={CELL}>{formatCount(books.total.payments_count, language)}</td>
            {[...BOOK_COLUMNS, 'change' as const].map((column) => (
              <td key={column} className={CELL}>
                {money(books.total[column])}
              </td>
            ))}
            <td className={CELL}>{last && money(last.balance)}</td>
            <td className={CELL}>{last && (last.difference === null ? texts.notChecked : money(last.difference))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
