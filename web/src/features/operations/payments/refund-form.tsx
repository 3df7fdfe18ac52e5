import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'
import { parseCents, checkAmount } from '@kundig/contract/payments/amounts/amount-rules'
import { checkRefundReason } from '@kundig/contract/refunds/refund-rules'

import { Button } from '../../../design-system/button.tsx'
import { Checkbox, DescribedLabel, Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { TextArea } from '../../../design-system/fields/text-area.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { refundsTexts } from './refunds.messages.ts'
import { refreshPayment } from './refunds.queries.ts'

const ABOUT_THE_REASON: readonly ErrorCode[] = [
  'REFUND_REASON_REQUIRED',
  'TEXT_INVALID',
  'TEXT_TOO_LONG',
  'ONLY_MARKUP',
]

export function RefundForm({
  payment,
  onRefunded,
}: {
  payment: RefundablePayment
  onRefunded: (payment: RefundablePayment) => void
}) {
  const queryClient = useQueryClient()
  const texts = useTexts(refundsTexts)
  const language = useLanguage()
  const money = (cents: number): string => formatMoney(cents, payment.currency, language)
  const [question, setQuestion] = useState<{ cents: number; answer: (isYes: boolean) => void } | null>(null)
  const [isSending, setIsSending] = useState(false)
  /** Id of this refund. After a lost answer, a retry with the same id does not refund twice. */
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const [isFromPlatform, setIsFromPlatform] = useState(false)
  const { left, left_with_seller: leftWithSeller = left } = payment

  function checkRefundCents(cents: number): ErrorCode | null {
    if (cents > left) return 'REFUND_TOO_LARGE'
    return !isFromPlatform && cents > leftWithSeller ? 'REFUND_PLATFORM_ONLY' : null
  }

  const form = useCheckedForm({
    initial: { amount: '', reason: '' },
    check: ({ amount, reason }) => ({
      amount: checkAmount(amount) ?? checkRefundCents(parseCents(amount) ?? 0),
      reason: checkRefundReason(reason),
    }),
    send: async ({ amount, reason }) => {
      const cents = parseCents(amount) ?? 0
      if (!(await new Promise<boolean>((answer) => setQuestion({ cents, answer })))) return setQuestion(null)
      setIsSending(true)
      try {
        const after = await client.operations.refundPayment({
          payment_id: payment.id,
          client_id: clientId,
          amount,
          reason,
          from_platform: isFromPlatform,
        })
        setClientId(crypto.randomUUID())
        const isPending = after.refunds.at(-1)?.status === 'pending'
        toast.success(isPending ? texts.pending(money(cents)) : texts.done(money(cents)))
        onRefunded(after)
        await refreshPayment(queryClient)
      } finally {
        setIsSending(false)
        setQuestion(null)
      }
    },
    fallback: 'REFUND_FAILED',
    emptyWhenSent: false,
    findField: (code) => (ABOUT_THE_REASON.includes(code) ? 'reason' : 'amount'),
  })
  const change = (field: 'amount' | 'reason', value: string): void => {
    setClientId(crypto.randomUUID())
    form.set(field, value)
  }
  const asked = question === null ? '' : money(question.cents)

  return (
    <form noValidate className="grid gap-4" aria-label={texts.refund} onSubmit={(event) => void form.submit(event)}>
      <Field
        label={texts.amount}
        required
        error={form.errorAt('amount')}
        hint={texts.amountHint(money(isFromPlatform ? left : leftWithSeller))}
      >
        {(control) => (
          <TextInput
            {...control}
            name="amount"
            className="num"
            inputMode="decimal"
            autoComplete="off"
            value={form.values.amount}
            readOnly={form.busy}
            onChange={(event) => change('amount', event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.reason} required error={form.errorAt('reason')} hint={texts.reasonHint}>
        {(control) => (
          <TextArea
            {...control}
            name="reason"
            rows={2}
            maxRows={6}
            dir="auto"
            value={form.values.reason}
            readOnly={form.busy}
            onChange={(event) => change('reason', event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        name="from_platform"
        label={<DescribedLabel label={texts.fromPlatform} text={texts.fromPlatformHint} />}
        checked={isFromPlatform}
        disabled={form.busy}
        onChange={(event) => {
          setClientId(crypto.randomUUID())
          setIsFromPlatform(event.target.checked)
        }}
      />
      <FormError text={form.formError} />
      <Button type="submit" className="justify-self-start" busy={form.busy && question === null}>
        {texts.refund}
      </Button>
      <ConfirmDialog
        open={question !== null}
        title={texts.question(asked)}
        body={isFromPlatform ? texts.questionFromPlatform : texts.questionText}
        confirmLabel={texts.surely(asked)}
        cancelLabel={texts.cancel}
        destructive
        busy={isSending}
        onConfirm={() => question?.answer(true)}
        onCancel={() => question?.answer(false)}
      />
    </form>
  )
}
