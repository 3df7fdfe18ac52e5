import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { countLetters } from '@kundig/contract/texts/sanitising'

import { ConfirmDialog, Dialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { TestModeNotice } from '../provider/test-mode-notice.tsx'
import { PaymentDescription } from '../request-card/payment-description.tsx'
import type { PaymentMessage } from '../request-card/payment-message.ts'
import { forgetStartedPayment, rememberStartedPayment, readStartedPayment } from '../returning/pay-resume.ts'
import { type PayResult, isPaymentUnderWay } from './pay-state.ts'
import { PaySteps, usePayFooter } from './pay-steps.tsx'
import { payingTexts } from './paying.messages.ts'
import { usePayAttempt } from './use-pay-attempt.ts'

export interface LeaveWords {
  title: string
  text: string
  leave: string
  stay: string
}

export interface PayDialogProps {
  room: Room
  message: PaymentMessage
  onMessage: (message: Message) => void
  refresh: (message: PaymentMessage) => Promise<void>
  onClose: () => void
  leaveGuard: (isUnderWay: boolean, words: LeaveWords) => ReactNode
}

/** Maximum length of a description beside its label (characters). */
const ONE_LINE = 60

export function PayDialog({ room, message, onMessage, refresh, onClose, leaveGuard }: PayDialogProps) {
  const { payment } = message
  const texts = useTexts(payingTexts)
  const language = useLanguage()
  const errorText = useErrorText()
  const userId = useViewerId()
  const name = room.partner.full_name
  const amount = formatMoney(payment.amount, payment.currency, language)
  const [isGivingUp, setIsGivingUp] = useState(false)
  const queryClient = useQueryClient()
  const [ended] = useState(() => getSessionSignal(queryClient))
  const summary = useRef<HTMLDListElement>(null)
  const close = useRef<(() => void) | null>(null)
  useEffect(() => {
    close.current = onClose
    // The attempt may continue after this dialog has closed. Its end must not close a later dialog.
    return () => {
      close.current = null
    }
  })

  const { attempt, state } = usePayAttempt({
    message,
    onMessage,
    refresh,
    onEnded: (as: PayResult) => {
      forgetPayment()
      // Another person may have logged in during the payment.
      if (ended.aborted) return
      if (as === 'paid') toast.success(texts.paid(amount, name))
      if (as === 'given_up') toast.info(texts.givenUp)
      if (as === 'still_open') toast.info(texts.stillOpen)
      if (as === 'decided') void refresh(message)
      close.current?.()
    },
    onError: (code) => {
      if (ended.aborted) return
      if (code === 'elsewhere') toast.info(texts.elsewhere)
      else toast.error(errorText(code))
    },
  })
  const isBusy = isPaymentUnderWay(state)
  // The dialog closes without an action of the buyer, so a toast explains the reason.
  const { ended_by: endedBy } = payment
  useEffect(() => {
    if (endedBy === 'withdrawn') toast.info(texts.withdrawn(name))
    if (endedBy === 'expired') toast.info(texts.expired)
  }, [endedBy, texts, name])
  function forgetPayment(): void {
    // The tab may already remember a payment of another request, which must not be forgotten.
    if (readStartedPayment(userId)?.paymentRequestId === payment.id) forgetStartedPayment()
  }
  const remember = (): void => {
    if (userId !== null) rememberStartedPayment({ userId, roomId: room.id, paymentRequestId: payment.id })
  }
  const leave = (): void => {
    if (isBusy) {
      // Browsers close a dialog at the second Escape, even if the page prevents that.
      const dialog = summary.current?.closest('dialog')
      if (dialog && !dialog.open) dialog.showModal()
      return
    }
    forgetPayment()
    onClose()
  }
  // The focused button may have disappeared. The heading gets the focus, because a second Enter must not pay.
  const seenStep = useRef(state.step)
  useEffect(() => {
    if (seenStep.current === state.step) return
    seenStep.current = state.step
    const { activeElement: focused } = document
    if (focused === null || focused === document.body || focused instanceof HTMLDialogElement)
      summary.current?.closest('dialog')?.querySelector('h2')?.focus()
  }, [state.step])
  const footer = usePayFooter({
    attempt,
    state,
    amount,
    newCardOnly: payment.new_card_only,
    onPay: remember,
    onClose: leave,
  })

  return (
    <>
      <Dialog open onClose={leave} title={texts.payTitle(name)} closeLabel={texts.close} footer={footer}>
        <PaymentSummary ref={summary} amount={amount} receiver={name} description={payment.description} />
        <PaySteps
          attempt={attempt}
          state={state}
          amount={amount}
          newCardOnly={payment.new_card_only}
          onPay={remember}
          onGiveUp={() => setIsGivingUp(true)}
          onClose={leave}
        />
        <TestModeNotice className="mt-4" />
      </Dialog>
      <ConfirmDialog
        open={isGivingUp}
        title={texts.giveUpTitle}
        body={texts.giveUpText(name)}
        confirmLabel={texts.giveUp}
        cancelLabel={texts.keepOn}
        destructive
        busy={state.step === 'giving_up'}
        onConfirm={() => void attempt.giveUp().then(() => setIsGivingUp(false))}
        onCancel={() => setIsGivingUp(false)}
      />
      {leaveGuard(isBusy, {
        title: texts.leaveTitle,
        text: texts.leaveText,
        leave: texts.leave,
        stay: texts.stay,
      })}
    </>
  )
}

function PaymentSummary({
  ref,
  amount,
  receiver,
  description,
}: {
  ref: RefObject<HTMLDListElement | null>
  amount: string
  receiver: string
  description: string
}) {
  const texts = useTexts(payingTexts)
  const isShort = countLetters(description) <= ONE_LINE && !description.includes('\n')
  return (
    <dl
      ref={ref}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 rounded-md bg-surface-2 px-4 py-3 text-sm"
    >
      <dt className="text-ink-2">{texts.total}</dt>
      <dd translate="no" className="num text-end font-display text-xl font-bold">
        {amount}
      </dd>
      <dt className="text-ink-2">{texts.to}</dt>
      <dd className="text-end font-semibold wrap-anywhere">{receiver}</dd>
      {description !== '' && (
        <>
          <dt className="text-ink-2">{texts.what}</dt>
          <dd className={isShort ? 'text-end' : 'col-span-2'}>
            <PaymentDescription text={description} />
          </dd>
        </>
      )}
    </dl>
  )
}
