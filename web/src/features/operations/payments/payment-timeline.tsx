import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import type { PaymentTimelineEntry } from '@kundig/contract/operations/payments-lookup.contract'
import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { Notice } from '../../../design-system/notice.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatFullDateTime, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { disputeStateTexts } from '../disputes/disputes.messages.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import {
  declineReasonTexts,
  differenceTexts,
  fraudTypeTexts,
  intentStateTexts,
  otherReasonTexts,
} from '../stripe-words.messages.ts'
import { paymentLookupTexts } from './payment-lookup.messages.ts'
import { PaymentMoney } from './payment-money.tsx'
import { paymentStateTexts, refundStateTexts } from './refunds.messages.ts'
import { refreshPayment } from './refunds.queries.ts'

export function PaymentTimeline({
  payment,
  mayUpdate,
  onChanged,
}: {
  payment: RefundablePayment
  mayUpdate: boolean
  onChanged: (payment: RefundablePayment) => void
}) {
  const texts = useTexts(paymentLookupTexts)
  const common = useTexts(operationsTexts)
  const language = useLanguage()
  const titleId = useId()
  const word = useTimelineEntryText(payment.currency)
  const input = { payment_id: payment.id }
  const timeline = useQuery(api.operations.paymentTimeline.queryOptions({ input }))
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId} className="text-lg">
        {texts.title}
      </h3>
      <QueryState
        query={timeline}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
      >
        {({ items, money }) => (
          <>
            <ol className="divide-y divide-border border-y border-border text-sm">
              {items.map((entry) => (
                <li
                  key={`${entry.at} ${entry.kind} ${entry.word} ${entry.amount}`}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
                >
                  <span className="wrap-anywhere">{word(entry)}</span>
                  <time dateTime={entry.at} className="num text-xs text-ink-3">
                    {formatFullDateTime(entry.at, language)}
                  </time>
                </li>
              ))}
            </ol>
            {money ? <PaymentMoney money={money} currency={payment.currency} /> : null}
          </>
        )}
      </QueryState>
      <Receipts paymentId={payment.id} />
      <StripePaymentStatus payment={payment} mayUpdate={mayUpdate} onChanged={onChanged} />
    </section>
  )
}

function Receipts({ paymentId }: { paymentId: string }) {
  const texts = useTexts(paymentLookupTexts)
  const language = useLanguage()
  const { data } = useQuery(api.operations.paymentReceipts.queryOptions({ input: { payment_id: paymentId } }))
  if (!data || data.items.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {data.items.map(({ id, number }) => (
        <a
          key={id}
          href={`/api/operations/payments/${paymentId}/receipts/${id}?lang=${language}`}
          download
          className={`${textLinkClass} inline-flex min-h-11 items-center`}
        >
          {texts.receipt(number)}
        </a>
      ))}
    </p>
  )
}

function useTimelineEntryText(currency: string): (entry: PaymentTimelineEntry) => string {
  const texts = useTexts(paymentLookupTexts)
  const payments: Record<string, string> = useTexts(paymentStateTexts)
  const refunds: Record<string, string> = useTexts(refundStateTexts)
  const disputes: Record<string, string> = useTexts(disputeStateTexts)
  const declines: Record<string, string> = useTexts(declineReasonTexts)
  const frauds: Record<string, string> = useTexts(fraudTypeTexts)
  const { other } = useTexts(otherReasonTexts)
  const language = useLanguage()
  return ({ kind, word, method, amount, is_handled: isHandled }) => {
    const money = formatMoney(amount ?? 0, currency, language)
    if (kind === 'asked') return texts.asked(money)
    if (kind === 'decided') return payments[word] ?? word
    if (kind === 'attempt') return texts.attempt(formatMethod(method ?? ''), declines[word] ?? other(word))
    if (kind === 'refund') return texts.refund(money, refunds[word] ?? word)
    if (kind === 'dispute') return texts.dispute(money, disputes[word] ?? word)
    if (kind === 'warning') return `${texts.warning}: ${frauds[word] ?? other(word)}`
    return isHandled === false ? `${texts.event(word)}, ${texts.unhandled}` : texts.event(word)
  }
}

/** Formats Stripe's payment method, such as `apple_pay visa 4242`. */
function formatMethod(method: string): string {
  const words = method.split(/[ _]/u)
  return words
    .map((word) => (/^\d{4}$/u.test(word) ? `···· ${word}` : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join(' ')
}

function StripePaymentStatus({
  payment,
  mayUpdate,
  onChanged,
}: {
  payment: RefundablePayment
  mayUpdate: boolean
  onChanged: (payment: RefundablePayment) => void
}) {
  const texts = useTexts(paymentLookupTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const queryClient = useQueryClient()
  const money = (cents: number): string => formatMoney(cents, payment.currency, language)
  const input = { payment_id: payment.id }
  const states: Record<string, string> = useTexts(intentStateTexts)
  const differences: Record<string, string> = useTexts(differenceTexts)
  const ask = useQuery({ ...api.operations.askStripe.queryOptions({ input }), enabled: false, retry: false, gcTime: 0 })
  const lookAgain = useMutation({
    ...api.operations.lookAgain.mutationOptions(),
    onSuccess: async (after) => {
      toast.success(texts.updatedFromStripe)
      onChanged(after)
      await refreshPayment(queryClient)
      await ask.refetch()
    },
  })
  const failed = ask.error ?? lookAgain.error
  const answer = ask.data?.answer
  return (
    <div className="grid gap-3">
      <div role="status">
        {answer === null && (
          <Notice tone="pending" title={texts.answer}>
            {texts.away}
          </Notice>
        )}
        {answer && (
          <Notice tone={answer.differs.length === 0 ? 'info' : 'danger'} title={texts.answer}>
            {`${texts.says(states[answer.status] ?? answer.status, money(answer.received), money(answer.refunded))}. ${
              answer.differs.length === 0
                ? texts.same
                : texts.differs(answer.differs.map((name) => differences[name] ?? name).join(', '))
            }`}
          </Notice>
        )}
      </div>
      <FormError text={failed ? errorText(toFailure(failed, 'UNAVAILABLE').code) : null} />
      <span className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={ask.isFetching} onClick={() => void ask.refetch()}>
          {texts.ask}
        </Button>
        {mayUpdate && (
          <Button variant="secondary" size="sm" busy={lookAgain.isPending} onClick={() => lookAgain.mutate(input)}>
            {texts.updateFromStripe}
          </Button>
        )}
      </span>
    </div>
  )
}
