import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'

import type { Earnings } from '@kundig/contract/books/payment-lists.contract'

import { toButtonClass } from '../../../design-system/link-styles.ts'
import { Notice } from '../../../design-system/notice.tsx'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { GETTING_PAID_HREF } from '../section-anchors.ts'
import { EarnedPaymentList } from './earned-payment-list.tsx'
import { earningsTexts } from './earnings.messages.ts'
import { earningsQuery } from './earnings.queries.ts'
import { MonthlyEarnings } from './months.tsx'

export function OwnEarnings() {
  const texts = useTexts(earningsTexts)
  const earnings = useQuery(earningsQuery)
  return (
    <div className="mt-6">
      <QueryState
        query={earnings}
        loading={<LoadingEarnings label={texts.loading} />}
        renderFailure={() => texts.failed}
        retryLabel={texts.retry}
        className="card"
        isEmpty={({ is_seller: isSeller }) => !isSeller}
        empty={
          <EmptyState
            className="card"
            title={texts.noSellerTitle}
            text={texts.noSellerText}
            action={
              <Link href={GETTING_PAID_HREF} className={toButtonClass('primary')}>
                {texts.become}
              </Link>
            }
          />
        }
      >
        {(data) => (
          <>
            {data.is_test && (
              <Notice tone="info" title={texts.testTitle} className="mb-6">
                {texts.test}
              </Notice>
            )}
            <Totals earnings={data} />
            {data.payouts && <Payouts payouts={data.payouts} />}
            {data.months.length > 0 && <MonthlyEarnings months={data.months} />}
            <EarnedPaymentsOrEmptyState hasAny={data.months.length > 0} />
          </>
        )}
      </QueryState>
    </div>
  )
}

function EarnedPaymentsOrEmptyState({ hasAny }: { hasAny: boolean }) {
  const texts = useTexts(earningsTexts)
  if (hasAny) return <EarnedPaymentList />
  return (
    <EmptyState
      className="card mt-6"
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={
        <Link href="/dashboard?tab=chats" className={toButtonClass('secondary')}>
          {texts.toChats}
        </Link>
      }
    />
  )
}

function Totals({ earnings: { totals, payments } }: { earnings: Earnings }) {
  const texts = useTexts(earningsTexts)
  const language = useLanguage()
  const titleId = useId()
  const money = (cents: number): string => formatMoney(cents, 'eur', language)
  const taken = (cents: number): string => money(cents === 0 ? 0 : -cents)
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.sums}
      </h2>
      <dl className="mt-4 divide-y divide-border">
        <EarningsTotalRow name={texts.gross} hint={texts.grossHint(payments)} value={money(totals.gross)} />
        <EarningsTotalRow name={texts.fee} hint={texts.feeHint} value={taken(totals.fee)} />
        <EarningsTotalRow name={texts.refunded} value={taken(totals.refunded)} />
        {totals.disputed !== 0 && <EarningsTotalRow name={texts.disputed} value={taken(totals.disputed)} />}
        <EarningsTotalRow name={texts.net} hint={texts.netHint} value={money(totals.net)} isTotal />
      </dl>
    </section>
  )
}

function EarningsTotalRow({
  name,
  hint,
  value,
  isTotal = false,
  isSentence = false,
}: {
  name: string
  hint?: string
  value: ReactNode
  isTotal?: boolean
  /** True when the value is a text that browsers may translate. */
  isSentence?: boolean
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className={isTotal ? 'font-semibold' : undefined}>
        <span>{name}</span>
        {hint !== undefined && <span className="block text-sm font-normal text-ink-2">{hint}</span>}
      </dt>
      <dd translate={isSentence ? undefined : 'no'} className={isTotal ? 'num text-xl font-semibold' : 'num'}>
        {value}
      </dd>
    </div>
  )
}

function Payouts({ payouts }: { payouts: NonNullable<Earnings['payouts']> }) {
  const texts = useTexts(earningsTexts)
  const language = useLanguage()
  const titleId = useId()
  const money = (cents: number): string => formatMoney(cents, 'eur', language)
  const date = (day: string): string =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'nl-NL', { timeZone: 'UTC', dateStyle: 'long' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  const { next } = payouts
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.payouts}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{texts.payoutsLead}</p>
      <dl className="mt-4 divide-y divide-border">
        <EarningsTotalRow name={texts.onItsWay} value={money(payouts.on_its_way)} />
        <EarningsTotalRow name={texts.paidOut} value={money(payouts.paid_out)} />
        <EarningsTotalRow
          name={texts.next}
          value={next ? texts.nextOn(money(next.amount), date(next.arrival_date)) : texts.noNext}
          isSentence
        />
      </dl>
    </section>
  )
}

function LoadingEarnings({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="card grid gap-4 p-5 sm:p-8">
      <span role="status" className="sr-only">
        {label}
      </span>
      <Skeleton className="h-7 w-1/2" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-6" />
      ))}
    </div>
  )
}
