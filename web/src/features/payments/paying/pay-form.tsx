import { type ReactNode, useId } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { DialogActions } from '../../../design-system/layers/dialog.tsx'
import { ErrorState } from '../../../design-system/states/error-state.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { cardTexts } from '../cards/card.messages.ts'
import type { PayAttempt } from './pay-attempt.ts'
import { payingTexts } from './paying.messages.ts'
import { usePaymentForm } from './use-payment-form.ts'

export interface PayFormProps {
  attempt: PayAttempt
  amount: string
  isPaying: boolean
  onPay: () => void
  cancel: ReactNode
}

export function PayForm({ attempt, amount, isPaying, onPay, cancel }: PayFormProps) {
  const texts = useTexts(payingTexts)
  const words = useTexts(cardTexts)
  const errorText = useErrorText()
  const formId = useId()
  const { container, phase, pay } = usePaymentForm(attempt)
  if (phase === 'failed') {
    return (
      <>
        <ErrorState title={errorText('PROVIDER_FAILED')} retryLabel={words.retry} onRetry={() => void attempt.open()} />
        <DialogActions>{cancel}</DialogActions>
      </>
    )
  }
  return (
    <form
      id={formId}
      noValidate
      aria-busy={phase === 'opening'}
      onSubmit={(event) => {
        event.preventDefault()
        if (isPaying) return
        onPay()
        pay()
      }}
    >
      <p className="mb-4 text-sm text-ink-2">{texts.newCardOnlyHint}</p>
      <span role="status" className="sr-only">
        {phase === 'opening' ? words.opening : words.ready}
      </span>
      {/* Stripe's form loads only while its element has a size. */}
      <div ref={container} className={cx('min-h-60', phase === 'opening' && 'opacity-0')} />
      <DialogActions>
        {!isPaying && cancel}
        <Button
          form={formId}
          type="submit"
          busy={isPaying}
          busyText={texts.payingNow}
          aria-disabled={phase === 'opening' || undefined}
        >
          {texts.pay(amount)}
        </Button>
      </DialogActions>
    </form>
  )
}
