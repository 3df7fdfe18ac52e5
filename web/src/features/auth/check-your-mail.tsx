import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { Button } from '../../design-system/button.tsx'
import { textLinkClass } from '../../design-system/link-styles.ts'
import { toast } from '../../design-system/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { failureOf } from '../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { DevMailLink } from './dev-mail-link.tsx'
import { passwordTexts } from './password.messages.ts'
import { usePause } from './use-pause.ts'

/** How long to wait for a mail before asking for another (seconds). */
const PAUSE_S = 30

/**
 * After a reset link was asked for. It says the same whether or not the address has an account, so that nobody
 * can find out who has one.
 */
export function CheckYourMail({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  const texts = useTexts(passwordTexts)
  const errorText = useErrorText()
  const { left, restart } = usePause(PAUSE_S)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; keyboard and screen reader go on from here.
  useEffect(() => heading.current?.focus(), [])
  const again = useMutation({
    mutationFn: () => client.auth.requestReset({ email }),
    onSuccess: () => {
      toast.success(texts.sentAgain)
      restart()
    },
    onError: (error) => toast.error(errorText(failureOf(error).code)),
  })
  return (
    <div className="grid w-full gap-5">
      <span className="grid size-14 place-items-center rounded-md bg-success-soft text-success">
        <MailCheck size={28} aria-hidden="true" />
      </span>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {texts.checkTitle}
        </h1>
        <p className="break-words text-ink-2">{texts.checkLead(email)}</p>
        <p className="text-sm text-ink-2">{texts.checkHint}</p>
        <DevMailLink />
      </div>
      <Button
        variant="secondary"
        className="num justify-self-start"
        busy={again.isPending}
        aria-disabled={left > 0 || undefined}
        onClick={() => {
          if (left === 0) again.mutate()
        }}
      >
        {left > 0 ? texts.sendAgainIn(left) : texts.sendAgain}
      </Button>
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
