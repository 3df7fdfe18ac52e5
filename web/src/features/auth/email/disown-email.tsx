import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { verifyEmailTexts } from './verify-email.messages.ts'

/** Lets the owner of an address close an account that another person created with it. The mailed code is the proof. */
export function DisownEmailButton({
  code,
  email,
  isChange,
  onDone,
  onRefused,
}: {
  code: string
  email: string
  isChange: boolean
  onDone: () => void
  onRefused: (refused: ErrorCode) => boolean
}) {
  const texts = useTexts(verifyEmailTexts)
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const disown = useMutation({
    mutationFn: () => client.auth.disownEmail({ code }),
    // Closes the dialog before the screen changes. Otherwise the page would remain inert.
    onSettled: () => setAsking(false),
    onSuccess: onDone,
    onError: (error) => {
      const refused = toFailure(error).code
      if (!onRefused(refused)) toast.error(errorText(refused))
    },
  })
  return (
    <>
      <p className="mt-6 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
        {texts.notMeLead}
        <button type="button" className={`${textLinkClass} min-h-11 px-0.5`} onClick={() => setAsking(true)}>
          {texts.notMe}
        </button>
      </p>
      <ConfirmDialog
        open={asking}
        title={isChange ? texts.keepTitle : texts.closeTitle}
        body={<span className="wrap-anywhere">{isChange ? texts.keepBody(email) : texts.closeBody(email)}</span>}
        confirmLabel={isChange ? texts.keep : texts.close}
        cancelLabel={texts.cancel}
        destructive={!isChange}
        busy={disown.isPending}
        onConfirm={() => disown.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
