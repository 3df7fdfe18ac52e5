import type { Language } from '@kundig/contract/languages'
import { BOOK_COLUMNS, type BookColumn } from '@kundig/contract/operations/book-columns'
import type { BookRow } from '@kundig/contract/operations/books.contract'
import { toCsvEuros, toCsv } from '@kundig/contract/texts/csv'

export interface BookNames {
  period: string
  count: string
  column: (name: BookColumn) => string
  change: string
  balance: string
  difference: string
}

export function toCsvFile(rows: readonly BookRow[], names: BookNames, language: Language): string {
  const euros = (cents: number | null): string => (cents === null ? '' : toCsvEuros(cents, language))
  const header = [
    names.period,
    names.count,
    ...BOOK_COLUMNS.map((name) => names.column(name)),
    names.change,
    names.balance,
    names.difference,
  ]
  const lines = rows.map((row) => [
    row.period,
    String(row.payments_count),
    ...BOOK_COLUMNS.map((name) => euros(row[name])),
    euros(row.change),
    euros(row.balance),
    euros(row.difference),
  ])
  return toCsv([header, ...lines], language)
}
