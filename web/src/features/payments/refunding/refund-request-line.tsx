import { useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestion, X } from 'lucide-react'
import { useState } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'
import type { RefundRequestOfMessage } from '@kundig/contract/refunds/refund-request-life-cycle'

import { Button } from '../../../design-system/button.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { formatMoment, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { refundStepTexts } from './refund-steps.messages.ts'
import { refundingTexts } from './refunding.messages.ts'

const loadDeclineDialog = () => import('./decline-refund-dialog.tsx')

export interface RefundRequestLineProps {
  payment: PaymentOfMessage
  as: 'seller' | 'buyer'
  name: string
  onMessage: (message: Message) => void
  refresh: () => Promise<void>
  /** Opens the refund dialog with the requested amount. */
  onRefund: () => void
}

export function RefundRequestLine({ payment, as, name, onRefund, ...rest }: RefundRequestLineProps) {
  const texts = useTexts(refundingTexts)
  const steps = useTexts(refundStepTexts)
  const language = useLanguage()
  const request = payment.refund_request
  if (request?.status !== 'open' && request?.status !== 'declined') return null
  const isOpen = request.status === 'open'
  const amount = formatMoney(request.amount, payment.currency, language)
  const Icon = isOpen ? MessageCircleQuestion : X
  const words = isOpen ? request.reason : request.answer
  return (
    <div className="grid gap-2 border-t border-border px-4 py-2.5 text-sm">
      <div className="flex min-w-0 gap-2 text-ink-2">
        <Icon size={18} className="mt-px flex-none" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            {isOpen
              ? chooseRefundRequestText(texts, request, {
                  as,
                  amount,
                  name,
                  day: formatMoment(request.seller_answers_until, language),
                })
              : chooseRefundDeclinedText(steps, request, { as, amount, name })}
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {words}
          </p>
        </div>
      </div>
      {isOpen &&
        (as === 'buyer' ? (
          <WithdrawButton payment={payment} request={request} amount={amount} name={name} {...rest} />
        ) : (
          <div className="flex flex-wrap gap-2">
            {payment.refundable > 0 && (
              <Button size="sm" onClick={onRefund}>
                {texts.confirm(formatMoney(Math.min(request.amount, payment.refundable), payment.currency, language))}
              </Button>
            )}
            <DeclineButton payment={payment} request={request} amount={amount} name={name} {...rest} />
          </div>
        ))}
    </div>
  )
}

type Texts = (typeof refundingTexts)['en']

function chooseRefundRequestText(
  texts: Texts,
  { with_operator: isWithOperator }: RefundRequestOfMessage,
  { as, amount, name, day }: { as: 'seller' | 'buyer'; amount: string; name: string; day: string },
): string {
  if (isWithOperator) return (as === 'buyer' ? texts.youAskedTooLong : texts.theyAskedTooLong)(amount, name)
  return (as === 'buyer' ? texts.youAsked : texts.theyAsk)(amount, name, day)
}

function chooseRefundDeclinedText(
  texts: (typeof refundStepTexts)['en'],
  { declined_by: by }: RefundRequestOfMessage,
  { as, amount, name }: { as: 'seller' | 'buyer'; amount: string; name: string },
): string {
  if (by === 'operator') return texts.supportDeclined(amount)
  return as === 'seller' ? texts.youDeclined(amount) : texts.theyDeclined(amount, name)
}

type RequestProps = Omit<RefundRequestLineProps, 'as' | 'onRefund'> & {
  request: RefundRequestOfMessage
  amount: string
}

function WithdrawButton({ payment, request, amount, name, onMessage, refresh }: RequestProps) {
  const texts = useTexts(refundingTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  async function withdrawRequest(): Promise<void> {
    setIsBusy(true)
    const ended = getSessionSignal(queryClient)
    try {
      onMessage(await client.payments.withdrawRefundRequest({ id: payment.id, refund_request_id: request.id }))
    } catch (error) {
      if (ended.aborted) return
      const { code } = toFailure(error, 'UNEXPECTED')
      if (code === 'REFUND_REQUEST_ANSWERED') {
        toast.info(errorText(code))
        await refresh()
      } else toast.error(errorText(code))
    } finally {
      setIsBusy(false)
      setIsConfirming(false)
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        aria-label={texts.withdrawNamed(amount)}
        onClick={() => setIsConfirming(true)}
      >
        {texts.withdraw}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={texts.withdrawTitle}
        body={texts.withdrawText(name)}
        confirmLabel={texts.withdraw}
        cancelLabel={texts.back}
        busy={isBusy}
        onConfirm={() => void withdrawRequest()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}

function DeclineButton({ payment, request, amount, name, onMessage, refresh }: RequestProps) {
  const texts = useTexts(refundingTexts)
  const errorText = useErrorText()
  const [isOpen, setIsOpen] = useState(false)
  const code = useLazyModule(loadDeclineDialog, isOpen)
  function openDeclineDialog(): void {
    setIsOpen(true)
    loadDeclineDialog().catch(() => toast.error(errorText('NETWORK')))
  }
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={texts.declineNamed(amount)} onClick={openDeclineDialog}>
        {texts.decline}
      </Button>
      {code && (
        <code.DeclineRefundDialog
          paymentRequestId={payment.id}
          refundRequestId={request.id}
          amount={amount}
          name={name}
          onMessage={onMessage}
          refresh={refresh}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
