import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { toButtonClass } from '../../../design-system/link-styles.ts'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { PagedList } from '../../../platform/lists/paged-list.tsx'
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
      <PagedList
        query={payments}
        loading={<LoadingPayments label={texts.loading} />}
        failed={texts.failed}
        retryLabel={texts.retry}
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
        listClassName="card divide-y divide-border"
        failureClassName="card"
      >
        {(payment) => <PaymentRow key={payment.id} payment={payment} />}
      </PagedList>
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
