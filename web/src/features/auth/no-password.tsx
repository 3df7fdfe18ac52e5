import { useMutation } from '@tanstack/react-query'

import { Button } from '../../design-system/button.tsx'
import { toast } from '../../design-system/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { failureOf } from '../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { DevMailLink } from './dev-mail-link.tsx'
import { securityTexts } from './security.messages.ts'

/** For someone who signs in another way: why there is no password to change, and how to get one. */
export function NoPassword({ email }: { email: string }) {
  const texts = useTexts(securityTexts)
  const errorText = useErrorText()
  const mail = useMutation({
    mutationFn: () => client.auth.requestReset({ email }),
    onError: (error) => toast.error(errorText(failureOf(error).code)),
  })
  return (
    <div className="mt-2 grid justify-items-start gap-4">
      <p className="text-sm text-ink-2">{texts.noPassword}</p>
      <Button variant="secondary" busy={mail.isPending} onClick={() => mail.mutate()}>
        {texts.mailLink}
      </Button>
      <output className="grid gap-1 text-sm break-words">
        {mail.isSuccess && (
          <>
            {texts.linkMailed(email)}
            <DevMailLink />
          </>
        )}
      </output>
    </div>
  )
}
