import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'

import { buttonClass } from '../../../design-system/link-styles.ts'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { ownPaymentsTexts } from './own-payments.messages.ts'
import { paidQuery } from './own-payments.queries.ts'
import { PaymentPages } from './payment-pages.tsx'
import { PaymentRow } from './payment-row.tsx'

/** Everything that a person paid and is asked for, page by page, with receipts. */
export function OwnPaymentsScreen() {
  const texts = useTexts(ownPaymentsTexts)
  const payments = useInfiniteQuery(paidQuery)
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-6 md:py-10">
      <Link
        href="/account"
        className="mb-3 inline-flex h-11 items-center gap-2 text-sm font-semibold text-link no-underline"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        {texts.back}
      </Link>
      <h1 className="text-2xl">{texts.title}</h1>
      <p className="mt-2 mb-6 text-ink-2">{texts.lead}</p>
      <QueryState
        query={payments}
        loading={<LoadingPayments label={texts.loading} />}
        renderFailure={() => texts.failed}
        retryLabel={texts.retry}
        className="card"
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={
          <EmptyState
            className="card"
            title={texts.emptyTitle}
            text={texts.emptyText}
            action={
              <Link href="/dashboard?tab=chats" className={buttonClass('secondary')}>
                {texts.toChats}
              </Link>
            }
          />
        }
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <PaymentPages count={items.length} more={payments} texts={texts}>
              {items.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} />
              ))}
            </PaymentPages>
          )
        }}
      </QueryState>
    </div>
  )
}

/** The shape of a few payments. */
export function LoadingPayments({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="card divide-y divide-border">
      <span role="status" className="sr-only">
        {label}
      </span>
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid gap-3 p-5">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-9 w-36 rounded-md" />
        </div>
      ))}
    </div>
  )
}
