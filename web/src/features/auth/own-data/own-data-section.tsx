import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { downloadOwnData } from './download-own-data.ts'
import { ownDataTexts } from './own-data.messages.ts'

export function OwnDataSection() {
  const texts = useTexts(ownDataTexts)
  const errorText = useErrorText()
  const titleId = useId()
  const { mutate, isPending } = useMutation({
    mutationFn: downloadOwnData,
    onSuccess: () => toast.success(texts.downloaded),
    onError: (error) => toast.error(errorText(toFailure(error).code)),
  })
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        {texts.download}
      </Button>
    </section>
  )
}
