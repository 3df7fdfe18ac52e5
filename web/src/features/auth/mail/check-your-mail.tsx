import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { passwordTexts } from '../password.messages.ts'
import { DevMailLink } from './dev-mail-link.tsx'
import { MailButton } from './mail-button.tsx'

/**
 * After a reset link was asked for. It says the same whether or not the address has an account, so that nobody
 * can find out who has one.
 */
export function CheckYourMail({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  const texts = useTexts(passwordTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; keyboard and screen reader go on from here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid w-full gap-5">
      <span className="grid size-14 place-items-center rounded-md bg-success-soft text-success">
        <MailCheck size={28} aria-hidden="true" />
      </span>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {texts.checkTitle}
        </h1>
        <p className="wrap-anywhere text-ink-2">{texts.checkLead(email)}</p>
        <p className="text-sm text-ink-2">{texts.checkHint}</p>
        <DevMailLink />
      </div>
      <MailButton
        label={texts.sendAgain}
        justSent
        className="justify-self-start"
        send={() => client.auth.requestReset({ email })}
        onSent={() => toast.success(texts.sentAgain)}
      />
      <p className="flex flex-wrap gap-x-6 text-sm">
        <button type="button" className={`${textLinkClass} min-h-11`} onClick={onOtherAddress}>
          {texts.otherAddress}
        </button>
        <Link to="/login" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
          {texts.backToLogin}
        </Link>
      </p>
    </div>
  )
}
