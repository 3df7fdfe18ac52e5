import { csvOf } from '@kundig/contract/csv'
import { BOOK_COLUMNS, type BookColumn } from '@kundig/contract/operations/book-columns'
import type { BookRow } from '@kundig/contract/operations/books.contract'

export interface BookNames {
  period: string
  count: string
  /** What a column is called. */
  column: (name: BookColumn) => string
  change: string
  balance: string
  difference: string
}

/** Amounts in euros, as spreadsheets read them. */
const euros = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2))

/** The books as a file for spreadsheets, the oldest first. @param names those of its columns */
export function fileOf(rows: readonly BookRow[], names: BookNames): string {
  return csvOf([
    [
      names.period,
      names.count,
      ...BOOK_COLUMNS.map((name) => names.column(name)),
      names.change,
      names.balance,
      names.difference,
    ],
    ...rows.map((row) => [
      row.period,
      String(row.payments_count),
      ...BOOK_COLUMNS.map((name) => euros(row[name])),
      euros(row.change),
      euros(row.balance),
      euros(row.difference),
    ]),
  ])
}
