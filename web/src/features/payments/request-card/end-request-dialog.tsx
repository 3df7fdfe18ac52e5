import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import type { PaymentMessage } from './payment-message.ts'
import { requestCardTexts } from './request-card.messages.ts'

export interface EndRequestDialogProps {
  as: 'decline' | 'withdraw'
  message: PaymentMessage
  partnerName: string
  onMessage: (message: Message) => void
  refresh: (message: PaymentMessage) => Promise<void>
  onClose: () => void
}

/** Asks before a pending request is declined or withdrawn. Closes when the request is decided, here or elsewhere. */
export function EndRequestDialog({ as, message, partnerName, onMessage, refresh, onClose }: EndRequestDialogProps) {
  const queryClient = useQueryClient()
  const texts = useTexts(requestCardTexts)
  const { done, ...words } = as === 'decline' ? declining(texts) : withdrawing(texts)
  const errorText = useErrorText()
  const [isBusy, setIsBusy] = useState(false)
  const isPending = message.payment.status === 'pending'
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isPending) close()
  }, [isPending])

  async function endPaymentRequest(): Promise<void> {
    setIsBusy(true)
    // Another person may have logged in during the request.
    const ended = getSessionSignal(queryClient)
    try {
      const answer = await client.payments[as]({ id: message.payment.id })
      onMessage(answer)
      if (ended.aborted) return
      if (answer.status === 'rejected') toast.info(done)
      if (answer.status === 'pending') toast.info(texts.stillOpen)
    } catch (error) {
      if (ended.aborted) return
      const { code } = toFailure(error, 'PAYMENT_STATUS_FAILED')
      // The request was already decided, here or elsewhere, and the card shows the result.
      if (code === 'PAYMENT_DECIDED') await refresh(message)
      else toast.error(errorText(code === 'NO_SESSION' ? 'PAYMENT_NO_SESSION' : code))
    } finally {
      setIsBusy(false)
      onClose()
    }
  }

  return (
    <ConfirmDialog
      open={isPending}
      title={words.title}
      body={words.text(partnerName)}
      confirmLabel={words.label}
      cancelLabel={texts.keepOn}
      destructive
      busy={isBusy}
      onConfirm={() => void endPaymentRequest()}
      onCancel={onClose}
    />
  )
}

type Texts = (typeof requestCardTexts)['en']

const declining = ({ decline, declineTitle, declineText, youDeclined }: Texts) => ({
  label: decline,
  title: declineTitle,
  text: declineText,
  done: youDeclined,
})

const withdrawing = ({ withdraw, withdrawTitle, withdrawText, youWithdrew }: Texts) => ({
  label: withdraw,
  title: withdrawTitle,
  text: withdrawText,
  done: youWithdrew,
})
