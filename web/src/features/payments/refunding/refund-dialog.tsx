import { useId } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'
import type { Language } from '@kundig/contract/languages'
import { LIMITS } from '@kundig/contract/limits'
import { parseCents, checkAmount } from '@kundig/contract/payments/amounts/amount-rules'

import { Button } from '../../../design-system/button.tsx'
import { Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { ConfirmDialog, Dialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { ProseField } from '../../../platform/forms/prose-field.tsx'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { refundStepTexts } from './refund-steps.messages.ts'
import { getRefundableAmount } from './refundable.ts'
import { refundingTexts } from './refunding.messages.ts'
import { useRefundForm } from './use-refund-form.ts'

/** Sign of the euro, the only currency (spec 9). */
const SIGN = '€'

const typed = (cents: number, language: Language): string =>
  (cents / 100).toFixed(2).replace('.', language === 'nl' ? ',' : '.')

export interface RefundDialogProps {
  payment: PaymentOfMessage
  as: 'seller' | 'buyer'
  name: string
  onMessage: (message: Message) => void
  onClose: () => void
}

export function RefundDialog({ payment, as, name, onMessage, onClose }: RefundDialogProps) {
  const texts = useTexts(refundingTexts)
  const { youRefunded, youRequested } = useTexts(refundStepTexts)
  const language = useLanguage()
  const formId = useId()
  const left = getRefundableAmount(payment, as === 'seller')
  const request = payment.refund_request
  const asked = request?.status === 'open' ? Math.min(request.amount, left) : null
  const proposed = as === 'buyer' ? left : asked
  const money = (cents: number): string => formatMoney(cents, payment.currency, language)
  const form = useRefundForm({
    paymentRequestId: payment.id,
    as,
    proposed: proposed === null ? '' : typed(proposed, language),
    left,
    onSent: (message, cents) => {
      onMessage(message)
      toast.success((as === 'seller' ? youRefunded : youRequested)(money(cents), name))
      onClose()
    },
  })
  const { amount, reason } = form.values
  const cents = checkAmount(amount) === null ? parseCents(amount) : null
  const questioned = form.question === null ? '' : money(form.question.cents)

  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={as === 'seller' ? texts.title(name) : texts.askTitle(name)}
        description={as === 'seller' ? texts.left(money(left)) : texts.askLead(name)}
        closeLabel={texts.close}
        footer={
          <>
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" form={formId} busy={form.busy && form.question === null}>
              {as === 'seller' ? texts.continue : texts.askSend}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void form.submit(event)}>
          <Field
            label={texts.amount}
            required
            error={form.errorAt('amount')}
            hint={cents === null ? texts.amountHint(money(left)) : texts.amountIs(money(cents))}
          >
            {(control) => (
              <span className="relative block">
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-ink-2"
                >
                  {SIGN}
                </span>
                <TextInput
                  {...control}
                  name="amount"
                  className="num pl-8"
                  inputMode="decimal"
                  enterKeyHint="next"
                  autoComplete="off"
                  data-stored
                  value={amount}
                  readOnly={form.busy}
                  onChange={(event) => form.set('amount', event.target.value)}
                />
              </span>
            )}
          </Field>
          <ProseField
            name="reason"
            rows={2}
            maxRows={5}
            data-stored
            label={as === 'seller' ? texts.reason : texts.askReason}
            required
            error={form.errorAt('reason')}
            hint={texts.reasonHint(name)}
            max={LIMITS.textMax}
            countLabel={texts.characters}
            value={reason}
            readOnly={form.busy}
            onChange={(value) => form.set('reason', value)}
          />
          <FormError text={form.formError} />
        </form>
      </Dialog>
      <ConfirmDialog
        open={form.question !== null}
        title={texts.questionTitle(questioned)}
        body={texts.question(name)}
        confirmLabel={texts.confirm(questioned)}
        cancelLabel={texts.back}
        busy={form.isSending}
        onConfirm={() => form.question?.answer(true)}
        onCancel={() => form.question?.answer(false)}
      />
    </>
  )
}
