import { MailWarning } from 'lucide-react'
import { useId } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { DevMailLink } from '../mail/dev-mail-link.tsx'
import { MailButton } from '../mail/mail-button.tsx'
import { securityTexts } from '../security.messages.ts'
import { EmailChangePanel } from './change-email.tsx'

/** Asks the person to confirm their address. @param canChange true to offer a change of the address */
export function VerificationNotice({
  user,
  canChange,
  className = '',
}: {
  user: Session['user']
  canChange: boolean
  className?: string
}) {
  const texts = useTexts(securityTexts)
  const titleId = useId()
  if (user.email_verified) return null
  const sendAgain = (
    <MailButton
      label={texts.sendAgain}
      size="sm"
      send={() => client.auth.requestVerification()}
      onSent={() => toast.success(texts.verificationSent)}
    />
  )
  return (
    <section aria-labelledby={titleId} className={`flex gap-3 rounded-md bg-info-soft px-4 py-3.5 ${className}`}>
      <MailWarning size={20} className="mt-0.5 flex-none text-info" />
      <div className="grid min-w-0 justify-items-start gap-1">
        <h2 id={titleId} className="font-sans text-base font-semibold tracking-normal">
          {texts.unverifiedTitle}
        </h2>
        <p className="text-sm wrap-anywhere text-ink-2">{texts.unverified(user.email)}</p>
        <DevMailLink />
        {canChange ? <EmailChangePanel user={user} beside={sendAgain} /> : <div className="mt-3">{sendAgain}</div>}
      </div>
    </section>
  )
}
