import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { Button } from '../../../design-system/button.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { useFocusAfterQuestion } from '../../../design-system/use-focus-after-question.ts'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { focusRequestCard } from './request-card-focus.ts'
import { requestCardTexts } from './request-card.messages.ts'

export interface DeclineButtonProps {
  paymentRequestId: string
  /** Formatted, with its currency. */
  amount: string
  /** The name of the seller. */
  name: string
  /** Called with the message as the server has it now. */
  onMessage: (message: Message) => void
  /** Fetches the message again: it is decided, and this tab may not know how. */
  refresh: () => Promise<void>
}

/** Declines a payment request for good, after a confirmation. */
export function DeclineButton({ paymentRequestId: id, amount, name, onMessage, refresh }: DeclineButtonProps) {
  const queryClient = useQueryClient()
  const texts = useTexts(requestCardTexts)
  const errorText = useErrorText()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // A decided request has no such button any more.
  useFocusAfterQuestion(isConfirming, () => focusRequestCard(id))

  async function decline(): Promise<void> {
    setIsBusy(true)
    // By the time of the answer somebody else may be logged in.
    const ended = sessionSignal(queryClient)
    try {
      const message = await client.payments.decline({ id })
      onMessage(message)
      if (ended.aborted) return
      if (message.status === 'rejected') toast.info(texts.youDeclined)
      if (message.status === 'pending') toast.info(texts.stillOpen)
    } catch (error) {
      if (ended.aborted) return
      const { code } = toFailure(error, 'PAYMENT_STATUS_FAILED')
      // Decided meanwhile, here or elsewhere: the card says how.
      if (code === 'PAYMENT_DECIDED') await refresh()
      else toast.error(errorText(code === 'NO_SESSION' ? 'PAYMENT_NO_SESSION' : code))
    } finally {
      setIsBusy(false)
      setIsConfirming(false)
    }
  }

  return (
    <>
      <Button variant="ghost" aria-label={texts.declineNamed(amount)} onClick={() => setIsConfirming(true)}>
        {texts.decline}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={texts.declineTitle}
        body={texts.declineText(name)}
        confirmLabel={texts.decline}
        cancelLabel={texts.keepOn}
        destructive
        busy={isBusy}
        onConfirm={() => void decline()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}
