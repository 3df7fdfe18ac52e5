import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { toButtonClass } from '../../../design-system/link-styles.ts'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { GrowingList } from '../../../platform/lists/growing-list.tsx'
import { Link } from '../../../platform/navigation/link.tsx'
import { ownPaymentsTexts } from './own-payments.messages.ts'
import { paidQuery } from './own-payments.queries.ts'
import { PaymentRow } from './payment-row.tsx'

export function OwnPaymentsSection() {
  const titleId = useId()
  const texts = useTexts(ownPaymentsTexts)
  const payments = useInfiniteQuery(paidQuery)
  return (
    <section aria-labelledby={titleId} className="mt-8">
      <h2 id={titleId} className="mb-4 text-xl">
        {texts.title}
      </h2>
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
              <Link href="/dashboard?tab=chats" className={toButtonClass('secondary')}>
                {texts.toChats}
              </Link>
            }
          />
        }
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <GrowingList
              query={payments}
              count={items.length}
              failed={texts.failed}
              retryLabel={texts.retry}
              className="card divide-y divide-border"
            >
              {items.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} />
              ))}
            </GrowingList>
          )
        }}
      </QueryState>
    </section>
  )
}

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
