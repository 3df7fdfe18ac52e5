import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'

import type { Journal } from '@kundig/contract/operations/books.contract'

import { textLinkClass } from '../../../design-system/link-styles.ts'
import { formatMoney, formatTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { PagedList } from '../../../platform/lists/paged-list.tsx'
import { Link } from '../../../platform/navigation/link.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { accountTexts, dayTexts, kindTexts } from './books.messages.ts'
import { booksOfDayQuery } from './books.queries.ts'
import { formatPeriod } from './periods.ts'

interface BooksDayProps {
  day: string
  closePath: string
  paymentPath: (paymentId: string) => string
}

export function BooksDay({ day, closePath, paymentPath }: BooksDayProps) {
  const texts = useTexts(dayTexts)
  const common = useTexts(operationsTexts)
  const language = useLanguage()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const journals = useInfiniteQuery(booksOfDayQuery(day))
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} id={titleId} tabIndex={-1} className="text-lg outline-none">
          {texts.title(formatPeriod(day, language))}
        </h2>
        <Link href={closePath} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
          {texts.close}
        </Link>
      </div>
      <PagedList
        query={journals}
        loading={<LoadingRows />}
        failed={texts.failed}
        retryLabel={common.retry}
        empty={<p className="text-ink-2">{texts.none}</p>}
        align="start"
        listClassName="grid gap-x-8 lg:grid-cols-2"
      >
        {(journal) => <JournalRow key={journal.transaction} journal={journal} paymentPath={paymentPath} />}
      </PagedList>
    </section>
  )
}

function JournalRow({ journal, paymentPath }: { journal: Journal; paymentPath: BooksDayProps['paymentPath'] }) {
  const texts = useTexts(dayTexts)
  const kinds = useTexts(kindTexts)
  const accounts = useTexts(accountTexts)
  const language = useLanguage()
  const {
    transaction,
    type,
    kind,
    source,
    payment_id: paymentId,
    net,
    currency,
    created_at: createdAt,
    lines,
  } = journal
  const money = (cents: number): string => formatMoney(cents, currency, language)
  return (
    <li className="min-w-0 border-t border-border py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{kind === 'other' ? `${kinds.other}: ${type}` : kinds[kind]}</span>
        <span className="num font-semibold">{money(net)}</span>
      </p>
      <p className="text-xs wrap-anywhere text-ink-2">
        <time dateTime={createdAt} className="num">
          {formatTime(createdAt, language)}
        </time>{' '}
        <span>{source === null ? `· ${transaction}` : `· ${transaction} · ${source}`}</span>
        {paymentId !== null && (
          <>
            {' · '}
            <Link href={paymentPath(paymentId)} className={textLinkClass} aria-label={texts.paymentNamed(transaction)}>
              {texts.payment}
            </Link>
          </>
        )}
      </p>
      <table className="mt-1 w-full">
        <caption className="sr-only">{texts.linesOf(transaction)}</caption>
        <thead className="text-xs text-ink-2">
          <tr>
            <th scope="col" className="text-left font-normal">
              {texts.account}
            </th>
            <th scope="col" className="text-right font-normal">
              {texts.debit}
            </th>
            <th scope="col" className="text-right font-normal">
              {texts.credit}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ account, amount }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a journal have a fixed order
            <tr key={at}>
              <th scope="row" className="text-left font-normal">
                {accounts[account]}
              </th>
              <td className="num text-right">{amount >= 0 ? money(amount) : ''}</td>
              <td className="num text-right">{amount < 0 ? money(-amount) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  )
}
