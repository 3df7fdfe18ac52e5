import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import {
  cacheContactRequest,
  cacheHistoryRequest,
  chooseErrorCode,
  refreshRequests,
} from '../connection-requests.queries.ts'
import { withdrawTexts } from './withdraw.messages.ts'

export interface WithdrawButtonProps {
  request: ConnectionRequest
  /** Called when the button disappears while its dialog is open: the dialog then cannot return the focus. */
  onGone: () => void
}

export function WithdrawButton({ request: { id, counterpart }, onGone }: WithdrawButtonProps) {
  const queryClient = useQueryClient()
  const texts = useTexts(withdrawTexts)
  const errorText = useErrorText()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const wasConfirming = useRef(false)
  useEffect(() => {
    wasConfirming.current = isConfirming
  }, [isConfirming])
  const leave = useEffectEvent(onGone)
  useEffect(
    () => () => {
      if (wasConfirming.current) leave()
    },
    [],
  )

  async function withdrawConnectionRequest(): Promise<void> {
    setIsBusy(true)
    // Another person may have logged in before the answer arrives.
    const ended = getSessionSignal(queryClient)
    try {
      const withdrawn = await client.connectionRequests.withdraw({ id })
      if (ended.aborted) return
      toast.info(texts.withdrew(counterpart.full_name))
      await Promise.all([cacheHistoryRequest(queryClient, withdrawn), cacheContactRequest(queryClient, withdrawn)])
    } catch (error) {
      if (ended.aborted) return
      const code = chooseErrorCode(error, 'REQUEST_PROCESS_FAILED')
      // The request was answered, or withdrawn in another tab, so the cached requests are outdated.
      if (code === 'REQUEST_DECIDED' || code === 'REQUEST_WITHDRAWN' || code === 'REQUEST_EXPIRED') {
        toast.info(errorText(code))
        await refreshRequests(queryClient)
      } else toast.error(errorText(code))
      setIsBusy(false)
      setIsConfirming(false)
    }
  }

  return (
    <>
      <button
        type="button"
        className={`${textLinkClass} min-h-6 text-sm leading-6`}
        aria-label={texts.withdrawNamed(counterpart.full_name)}
        onClick={() => setIsConfirming(true)}
      >
        {texts.withdraw}
      </button>
      <ConfirmDialog
        open={isConfirming}
        title={texts.title}
        body={texts.text(counterpart.full_name)}
        confirmLabel={texts.withdraw}
        cancelLabel={texts.keep}
        destructive
        busy={isBusy}
        onConfirm={() => void withdrawConnectionRequest()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  )
}
