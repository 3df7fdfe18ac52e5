import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { Button } from '../../../design-system/button.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { requestCardTexts } from './request-card.messages.ts'

export interface EndRequestButtonProps {
  as: 'decline' | 'withdraw'
  paymentRequestId: string
  amount: string
  name: string
  onMessage: (message: Message) => void
  refresh: () => Promise<void>
}

export function EndRequestButton({
  as,
  paymentRequestId: id,
  amount,
  name,
  onMessage,
  refresh,
}: EndRequestButtonProps) {
  const queryClient = useQueryClient()
  const texts = useTexts(requestCardTexts)
  const { done, ...words } = as === 'decline' ? declining(texts) : withdrawing(texts)
  const errorText = useErrorText()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function end(): Promise<void> {
    setIsBusy(true)
    // Another person may be logged in now.
    const ended = getSessionSignal(queryClient)
    try {
      const message = await client.payments[as]({ id })
      onMessage(message)
      if (ended.aborted) return
      if (message.status === 'rejected') toast.info(done)
      if (message.status === 'pending') toast.info(texts.stillOpen)
    } catch (error) {
      if (ended.aborted) return
      const { code } = toFailure(error, 'PAYMENT_STATUS_FAILED')
      // Already decided, here or elsewhere: the card shows the result.
      if (code === 'PAYMENT_DECIDED') await refresh()
      else toast.error(errorText(code === 'NO_SESSION' ? 'PAYMENT_NO_SESSION' : code))
    } finally {
      setIsBusy(false)
      setIsConfirming(false)
    }
  }

  return (
    <>
      <Button
        {...(as === 'decline' ? { variant: 'ghost' } : { variant: 'secondary', size: 'sm', className: 'flex-none' })}
        aria-label={words.named(amount)}
        onClick={() => setIsConfirming(true)}
      >
        {words.label}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={words.title}
        body={words.text(name)}
        confirmLabel={words.label}
        cancelLabel={texts.keepOn}
        destructive
        busy={isBusy}
        onConfirm={() => void end()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}

type Texts = (typeof requestCardTexts)['en']

const declining = ({ decline, declineNamed, declineTitle, declineText, youDeclined }: Texts) => ({
  label: decline,
  named: declineNamed,
  title: declineTitle,
  text: declineText,
  done: youDeclined,
})

const withdrawing = ({ withdraw, withdrawNamed, withdrawTitle, withdrawText, youWithdrew }: Texts) => ({
  label: withdraw,
  named: withdrawNamed,
  title: withdrawTitle,
  text: withdrawText,
  done: youWithdrew,
})
