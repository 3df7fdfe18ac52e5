import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import type { EscalatedRefundRequest } from '@kundig/contract/operations/refunds.contract'
import { checkRefundReason } from '@kundig/contract/refunds/refund-rules'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { formatFullDateTime, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { PagedList } from '../../../platform/lists/paged-list.tsx'
import { ReasonField } from '../decisions/reason-field.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { auditLogQuery } from '../operations.queries.ts'
import { refundRequestsTexts, refundsTexts } from './refunds.messages.ts'
import { refundRequestsQuery } from './refunds.queries.ts'

export function RefundRequestsSection({
  mayDecide,
  onRefund,
}: {
  mayDecide: boolean
  onRefund: (paymentId: string) => void
}) {
  const texts = useTexts(refundRequestsTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const requests = useInfiniteQuery(refundRequestsQuery)
  return (
    <section aria-labelledby={titleId} className="card mb-4 p-5 shadow-2 sm:p-8">
      <h2 ref={heading} id={titleId} tabIndex={-1} className="text-xl outline-none">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <PagedList
        query={requests}
        loading={<LoadingRows />}
        failed={texts.failed}
        retryLabel={common.retry}
        empty={<p className="text-ink-2">{texts.none}</p>}
        align="start"
        listClassName="divide-y divide-border"
      >
        {(request) => (
          <RefundRequestRow
            key={request.id}
            request={request}
            mayDecide={mayDecide}
            onRefund={onRefund}
            // Focuses the heading, because the row with the focus disappears.
            onAnswered={() => heading.current?.focus({ preventScroll: true })}
          />
        )}
      </PagedList>
    </section>
  )
}

interface RowProps {
  request: EscalatedRefundRequest
  mayDecide: boolean
  onRefund: (paymentId: string) => void
  onAnswered: () => void
}

function RefundRequestRow({ request, mayDecide, onRefund, onAnswered }: RowProps) {
  const texts = useTexts(refundRequestsTexts)
  const common = useTexts(refundsTexts)
  const { nameless } = useTexts(operationsTexts)
  const language = useLanguage()
  const [isDeclining, setIsDeclining] = useState(false)
  const { payment_id: paymentId, seller, buyer, amount, paid, currency, reason, created_at: createdAt } = request
  const money = (cents: number): string => formatMoney(cents, currency, language)
  return (
    <li className="grid gap-2 py-3 text-sm">
      <p className="font-semibold wrap-anywhere">
        {texts.asks(buyer.name ?? nameless, seller.name ?? nameless, money(amount), money(paid))}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-2">
        {reason}
      </p>
      <p className="text-ink-3">{formatFullDateTime(createdAt, language)}</p>
      {mayDecide && !isDeclining && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={texts.refundNamed(money(amount), buyer.name ?? nameless)}
            onClick={() => onRefund(paymentId)}
          >
            {common.refund}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={texts.declineNamed(money(amount), buyer.name ?? nameless)}
            onClick={() => setIsDeclining(true)}
          >
            {texts.decline}
          </Button>
        </div>
      )}
      {isDeclining && <DeclineForm request={request} onAnswered={onAnswered} onCancel={() => setIsDeclining(false)} />}
    </li>
  )
}

function DeclineForm({
  request,
  onAnswered,
  onCancel,
}: {
  request: EscalatedRefundRequest
  onAnswered: () => void
  onCancel: () => void
}) {
  const texts = useTexts(refundRequestsTexts)
  const common = useTexts(refundsTexts)
  const queryClient = useQueryClient()
  const refetch = (): Promise<unknown> =>
    Promise.all([refundRequestsQuery, auditLogQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  const form = useCheckedForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: checkRefundReason(reason) }),
    send: async ({ reason }) => {
      await client.operations.declineRefundRequest({ id: request.id, reason })
      toast.success(texts.declined)
      onAnswered()
      await refetch()
    },
    fallback: 'UNEXPECTED',
    emptyWhenSent: false,
    onRefused: (code) => {
      if (code !== 'REFUND_REQUEST_ANSWERED' && code !== 'REFUND_REQUEST_NOT_FOUND') return false
      toast.info(texts.answeredAlready)
      onAnswered()
      void refetch()
      return true
    },
    findField: () => 'reason',
  })
  return (
    <form noValidate className="grid gap-3" aria-label={texts.decline} onSubmit={(event) => void form.submit(event)}>
      <ReasonField
        label={common.reason}
        hint={common.reasonHint}
        name="reason"
        value={form.values.reason}
        max={LIMITS.textMax}
        error={form.errorAt('reason')}
        isFocused
        onChange={(value) => form.set('reason', value)}
      />
      <FormError text={form.formError} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={form.busy}>
          {texts.decline}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}
