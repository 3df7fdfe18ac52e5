import { BOOK_COLUMNS } from '@kundig/contract/operations/book-columns'
import type { BookAmounts } from '@kundig/contract/operations/books.contract'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { columnTexts } from '../books/books.messages.ts'
import { paymentLookupTexts } from './payment-lookup.messages.ts'

export function PaymentMoney({ money, currency }: { money: BookAmounts; currency: string }) {
  const texts = useTexts(paymentLookupTexts)
  const columns = useTexts(columnTexts)
  const language = useLanguage()
  const format = (cents: number): string => formatMoney(cents, currency, language)
  const rows = BOOK_COLUMNS.filter((column) => money[column] !== 0)
  return (
    <div className="text-sm">
      <h4 className="font-semibold">{texts.money}</h4>
      <dl className="divide-y divide-border">
        {rows.map((column) => (
          <div key={column} className="flex flex-wrap justify-between gap-x-4 py-1">
            <dt className="text-ink-2">{columns[column]}</dt>
            <dd className="num">{format(money[column])}</dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-4 py-1 font-semibold">
          <dt>{texts.left}</dt>
          <dd className="num">{format(money.change)}</dd>
        </div>
      </dl>
    </div>
  )
}
