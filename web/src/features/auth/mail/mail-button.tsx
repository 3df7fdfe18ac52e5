import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../../design-system/button.tsx'
import type { ButtonSize } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { passwordTexts } from '../password.messages.ts'
import { useCountdown } from './use-countdown.ts'

/** Minimum pause between two mails (seconds). */
const PAUSE_S = 30

export type MailButtonProps = {
  label: string
  justSent?: boolean
  size?: ButtonSize
  className?: string
  send: () => Promise<unknown>
  onSent: () => void
}

/** Button that sends a mail. After each mail the button pauses with a countdown. */
export function MailButton({ label, justSent = false, size, className = '', send, onSent }: MailButtonProps) {
  const texts = useTexts(passwordTexts)
  const errorText = useErrorText()
  const { left, restart } = useCountdown(PAUSE_S, justSent)
  // The mutation's own pending state changes with a delay, and a second click could come earlier.
  const [busy, setBusy] = useState(false)
  const mail = useMutation({ mutationFn: send })

  async function sendMailAndPause(): Promise<void> {
    if (busy || left > 0) return
    setBusy(true)
    try {
      await mail.mutateAsync()
      restart()
      onSent()
    } catch (error) {
      toast.error(errorText(toFailure(error).code))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="secondary"
      {...(size && { size })}
      className={`num ${className}`}
      busy={busy}
      aria-disabled={left > 0 || undefined}
      onClick={() => void sendMailAndPause()}
    >
      {left > 0 ? texts.sendAgainIn(left) : label}
    </Button>
  )
}
