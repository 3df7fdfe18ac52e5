import { useInfiniteQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useId } from 'react'

import { type EarnedPayment, EARNINGS_CSV_PATH } from '@kundig/contract/books/payment-lists.contract'
import { toChatPath } from '@kundig/contract/notifications/push-payload'

import { Badge } from '../../../design-system/badge.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { formatDay, formatFullDateTime, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { PagedList } from '../../../platform/lists/paged-list.tsx'
import { Link } from '../../../platform/navigation/link.tsx'
import { LoadingPayments } from '../own-payments/own-payments-section.tsx'
import { ReceiptLink } from '../receipt-link.tsx'
import { earningsTexts } from './earnings.messages.ts'
import { earnedQuery } from './earnings.queries.ts'

export function EarnedPaymentList() {
  const texts = useTexts(earningsTexts)
  const language = useLanguage()
  const titleId = useId()
  const payments = useInfiniteQuery(earnedQuery)
  return (
    <section aria-labelledby={titleId} className="mt-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          {texts.list}
        </h2>
        <a href={`${EARNINGS_CSV_PATH}?lang=${language}`} download className={toButtonClass('secondary', 'sm')}>
          <FileDown size={16} />
          {texts.csv}
        </a>
      </div>
      <PagedList
        query={payments}
        loading={<LoadingPayments label={texts.loading} />}
        failed={texts.listFailed}
        retryLabel={texts.retry}
        listClassName="card divide-y divide-border"
        failureClassName="card"
      >
        {(payment) => <EarnedPaymentRow key={payment.id} payment={payment} />}
      </PagedList>
    </section>
  )
}

function EarnedPaymentRow({ payment }: { payment: EarnedPayment }) {
  const texts = useTexts(earningsTexts)
  const language = useLanguage()
  const { buyer, description, currency, at, receipt, room_id: roomId, gross, net } = payment
  const name = buyer.name === '' ? texts.someone : buyer.name
  const money = (cents: number): string => formatMoney(cents, currency, language)
  return (
    <li className="grid gap-3 p-4 sm:p-5">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <h3 tabIndex={-1} className="font-sans text-base font-semibold tracking-normal wrap-anywhere outline-none">
            {texts.from(name)}
          </h3>
          {description !== '' && <p className="line-clamp-3 text-sm wrap-anywhere text-ink-2">{description}</p>}
        </div>
        <p translate="no" className="num flex-none text-lg font-semibold">
          {money(gross)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
        {payment.is_test && <Badge tone="info">{texts.testMark}</Badge>}
        <time dateTime={at} title={formatFullDateTime(at, language)}>
          {formatDay(at, language)}
        </time>
        {(['fee', 'refunded', 'disputed'] as const).map(
          (part) =>
            payment[part] !== 0 && (
              <span key={part} className="num">
                {`${texts[part]} ${money(payment[part])}`}
              </span>
            ),
        )}
        <span className="num font-semibold text-ink">{`${texts.net} ${money(net)}`}</span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {receipt && <ReceiptLink id={receipt.id} text={texts.receipt} after={receipt.number} />}
        <Link href={toChatPath(roomId)} className={toButtonClass('ghost', 'sm')}>
          <span>
            {texts.chat}
            <span className="sr-only">{` ${texts.withPerson(name)}`}</span>
          </span>
        </Link>
      </div>
    </li>
  )
}
