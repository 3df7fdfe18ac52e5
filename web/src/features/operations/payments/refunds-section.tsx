import { useEffect, useId, useRef, useState } from 'react'

import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { formatFullDateTime, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { operationsTexts } from '../operations.messages.ts'
import { paymentLookupTexts } from './payment-lookup.messages.ts'
import { PaymentTimeline } from './payment-timeline.tsx'
import { RefundForm } from './refund-form.tsx'
import { paymentStateTexts, refunderTexts, refundStateTexts, refundsTexts } from './refunds.messages.ts'

/** @param reference id of a payment to look up immediately, or empty */
export function RefundsSection({ mayRefund, reference: known }: { mayRefund: boolean; reference: string }) {
  const texts = useTexts(refundsTexts)
  const titleId = useId()
  const [payment, setPayment] = useState<RefundablePayment | null>(null)
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { reference: known },
    check: ({ reference }) => ({ reference: reference.trim() === '' ? 'FIELD_REQUIRED' : null }),
    send: async ({ reference }) => {
      setPayment(null)
      setPayment(await client.operations.payment({ reference: reference.trim() }))
    },
    fallback: 'UNEXPECTED',
    findField: () => 'reference',
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (known === '') return
    form.current?.querySelector('input')?.focus()
    form.current?.requestSubmit()
  }, [known])
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <form
        ref={form}
        noValidate
        aria-labelledby={titleId}
        className="grid gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <Field label={texts.reference} required error={errorAt('reference')} hint={texts.referenceWrong}>
          {(control) => (
            <TextInput
              {...control}
              name="reference"
              autoComplete="off"
              spellCheck={false}
              value={values.reference}
              onChange={(event) => set('reference', event.target.value)}
            />
          )}
        </Field>
        <FormError text={formError} />
        <Button type="submit" variant="secondary" className="justify-self-start" busy={busy}>
          {texts.find}
        </Button>
      </form>
      {payment && (
        <div className="mt-6 grid gap-4 border-t border-border pt-6">
          <PaymentFacts payment={payment} />
          <PaymentTimeline
            key={`timeline ${payment.id}`}
            payment={payment}
            mayUpdate={mayRefund}
            onChanged={setPayment}
          />
          {mayRefund && payment.left > 0 && <RefundForm key={payment.id} payment={payment} onRefunded={setPayment} />}
        </div>
      )}
    </section>
  )
}

function PaymentFacts({ payment }: { payment: RefundablePayment }) {
  const texts = useTexts(refundsTexts)
  const common = useTexts(operationsTexts)
  const states = useTexts(paymentStateTexts)
  const refundStates = useTexts(refundStateTexts)
  const refunders = useTexts(refunderTexts)
  const language = useLanguage()
  const timeline = useTexts(paymentLookupTexts)
  const money = (cents: number): string => formatMoney(cents, payment.currency, language)
  const isPaid = payment.status === 'completed'
  const parties = isPaid ? texts.paid : texts.asked
  const amount = money(payment.amount)
  return (
    <div className="grid gap-1 text-sm" role="status">
      <p className="font-semibold wrap-anywhere">
        {parties(payment.seller.name ?? common.nameless, payment.buyer.name ?? common.nameless)}
      </p>
      <p>{`${states[payment.status]}: ${isPaid ? texts.amounts(amount, money(payment.left)) : amount}`}</p>
      {payment.is_test === true && (
        <p>
          <Badge tone="neutral">{texts.test}</Badge>
        </p>
      )}
      {payment.fee > 0 && <p>{texts.fee(money(payment.fee))}</p>}
      <p className="text-ink-3">{formatFullDateTime(payment.created_at, language)}</p>
      {payment.refunds.length > 0 && (
        <ul className="mt-2 divide-y divide-border border-y border-border">
          {payment.refunds.map(({ id, amount: cents, status, by, reason, created_at }) => (
            <li key={id} className="grid gap-0.5 py-2">
              <span>
                {`${timeline.refund(money(cents), refundStates[status])}, ${refunders[by]}, ${formatFullDateTime(created_at, language)}`}
              </span>
              {reason !== '' && (
                <span dir="auto" className="wrap-anywhere text-ink-2">
                  {reason}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
