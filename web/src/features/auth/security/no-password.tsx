import { useState } from 'react'

import { client } from '../../../platform/api/client.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { DevMailLink } from '../mail/dev-mail-link.tsx'
import { MailButton } from '../mail/mail-button.tsx'
import { securityTexts } from '../security.messages.ts'

export function NoPasswordNotice({ email }: { email: string }) {
  const texts = useTexts(securityTexts)
  const [mailed, setMailed] = useState(false)
  return (
    <div className="mt-2 grid justify-items-start gap-4">
      <p className="text-sm text-ink-2">{texts.noPassword}</p>
      <MailButton
        label={texts.mailLink}
        send={() => client.auth.requestReset({ email })}
        onSent={() => setMailed(true)}
      />
      <output className="grid gap-1 text-sm wrap-anywhere">
        {mailed && (
          <>
            <span>{texts.linkMailed(email)}</span>
            <DevMailLink />
          </>
        )}
      </output>
    </div>
  )
}
