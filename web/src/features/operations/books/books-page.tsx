import { useQuery } from '@tanstack/react-query'

import { BOOK_RANGES, type BookColumn, type BookRange } from '@kundig/contract/operations/book-columns'
import type { Books } from '@kundig/contract/operations/books.contract'

import { Button } from '../../../design-system/button.tsx'
import { Segmented } from '../../../design-system/segmented.tsx'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { FigurePlot } from '../figures/figure-plot.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { BalanceChecks } from './balance-checks.tsx'
import { BooksDay } from './books-day.tsx'
import { toCsvFile } from './books-file.ts'
import { BooksTable } from './books-table.tsx'
import { booksTexts, columnTexts, rangeTexts } from './books.messages.ts'
import { booksQuery } from './books.queries.ts'
import { UnknownTransactionTypes } from './unknown-transaction-types.tsx'
import { UnmatchedChargesSection } from './unmatched-charges-section.tsx'

export interface BooksPageProps {
  range: BookRange
  onRange: (range: BookRange) => void
  day: string | null
  dayPath: (day: string | null) => string
  paymentPath: (paymentId: string) => string
  mayDecide: boolean
  isOwner: boolean
}

export function BooksPage({ range, onRange, day, dayPath, paymentPath, mayDecide, isOwner }: BooksPageProps) {
  const texts = useTexts(booksTexts)
  const common = useTexts(operationsTexts)
  const ranges = useTexts(rangeTexts)
  const books = useQuery(booksQuery(range))
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-2xl">{texts.title}</h1>
        <p className="text-ink-2">{texts.lead}</p>
        <Segmented
          label={texts.range}
          value={range}
          options={BOOK_RANGES.map((value) => ({ value, label: ranges[value] }))}
          onChange={(value) => onRange(BOOK_RANGES.find((one) => one === value) ?? range)}
          className="mt-4"
        />
      </div>
      <QueryState
        key={range}
        query={books}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
      >
        {(data) => (
          <>
            <BalanceChecks checks={data.looks} mayCompare={mayDecide} />
            <UnknownTransactionTypes types={data.unknown_types} maySee={isOwner} />
            <UnmatchedChargesSection payments={data.unknown_payments} mayDecide={mayDecide} />
            {day !== null && <BooksDay key={day} day={day} closePath={dayPath(null)} paymentPath={paymentPath} />}
            {data.rows.length === 0 ? (
              <EmptyState className="card" title={texts.emptyTitle} text={texts.emptyText} />
            ) : (
              <BooksOverview books={data} dayPath={dayPath} />
            )}
          </>
        )}
      </QueryState>
    </div>
  )
}

function BooksOverview({ books, dayPath }: { books: Books; dayPath: BooksPageProps['dayPath'] }) {
  const texts = useTexts(booksTexts)
  const columns = useTexts(columnTexts)
  const days = books.rows.map(({ period }) => period)
  const language = useLanguage()
  const isByDay = days.every((period) => period.length === 10)

  function downloadBooksCsv(): void {
    const names = {
      period: texts.period,
      count: texts.count,
      column: (name: BookColumn) => texts.inEuros(columns[name]),
      change: texts.inEuros(texts.change),
      balance: texts.inEuros(texts.balance),
      difference: texts.inEuros(texts.difference),
    }
    const file = new Blob([toCsvFile(books.rows, names, language)], { type: 'text/csv;charset=utf-8' })
    const address = URL.createObjectURL(file)
    const saved = `kundig-books-${days[0]}-${days.at(-1)}.csv`
    Object.assign(document.createElement('a'), { href: address, download: saved }).click()
    URL.revokeObjectURL(address)
  }

  return (
    <div className="card min-w-0 p-5 shadow-2">
      <Button variant="secondary" size="sm" className="mb-3" onClick={downloadBooksCsv}>
        {texts.csv}
      </Button>
      <BooksTable books={books} dayPath={dayPath} />
      {isByDay && days.length > 1 && (
        <>
          <h2 className="mt-6 text-lg">{texts.plot}</h2>
          <FigurePlot name="volume" days={days} values={books.rows.map(({ payments }) => payments)} />
        </>
      )}
    </div>
  )
}
