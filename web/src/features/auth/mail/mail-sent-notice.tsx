import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { passwordTexts } from '../password.messages.ts'
import { DevMailLink } from './dev-mail-link.tsx'
import { MailButton } from './mail-button.tsx'

export interface CheckYourMailProps {
  /** This text must not reveal whether an account exists. */
  lead: string
  hint: string
  justSent: boolean
  send: () => Promise<unknown>
  onOtherAddress: () => void
  back: ReactNode
  children?: ReactNode
}

export function MailSentNotice({ lead, hint, justSent, send, onOtherAddress, back, children }: CheckYourMailProps) {
  const texts = useTexts(passwordTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  // Focuses the heading, because the form with the focus was removed.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid w-full gap-5">
      <span className="grid size-14 place-items-center rounded-md bg-success-soft text-success">
        <MailCheck size={28} />
      </span>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {texts.checkTitle}
        </h1>
        <p className="wrap-anywhere text-ink-2">{lead}</p>
        <p className="text-sm text-ink-2">{hint}</p>
        <DevMailLink />
      </div>
      {children}
      <MailButton
        label={texts.sendAgain}
        justSent={justSent}
        className="justify-self-start"
        send={send}
        onSent={() => toast.success(texts.sentAgain)}
      />
      <p className="flex flex-wrap gap-x-6 text-sm">
        <button type="button" className={`${textLinkClass} min-h-11`} onClick={onOtherAddress}>
          {texts.otherAddress}
        </button>
        {back}
      </p>
    </div>
  )
}
