import { Link, Navigate } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { MailedCode } from '@kundig/contract/auth/sign-in-code'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { signOut } from '../auth-client.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { LinkCheckSpinner } from '../link-checking.tsx'
import { LinkOutcome } from '../link-outcome.tsx'
import { passwordTexts } from '../password.messages.ts'
import { useSession } from '../session.queries.ts'
import { signInCodeTexts } from './sign-in-code.messages.ts'
import { useCodeSignIn } from './use-code-sign-in.ts'

export interface CodeLinkScreenProps {
  mailed: MailedCode | null
  /** @param isIn false when the person still needs a second factor, or is suspended or banned */
  onDone: (isIn: boolean) => void
  /** Called when the link was already used and the sender of the question is logged in. */
  onUsed: () => void
}

/** Page of a mailed link. Its button signs in and confirms the question, because mail scanners open links. */
export function CodeLinkScreen({ mailed, onDone, onUsed }: CodeLinkScreenProps) {
  const { verifyingReset } = useTexts(passwordTexts)
  const [isInvalid, setInvalid] = useState(mailed === null)
  const session = useSession()
  const loggedInAs = session.status === 'in' ? session.session.user.email : null
  const hasQuestion = mailed?.question !== undefined
  const isSender = mailed !== null && loggedInAs === mailed.email
  if (isSender && !hasQuestion) return <Navigate to="/dashboard" replace />
  return (
    <AuthFrame>
      {mailed === null || isInvalid ? (
        <InvalidLink hasQuestion={hasQuestion} />
      ) : session.status === 'loading' ? (
        <LinkCheckSpinner label={verifyingReset} />
      ) : (
        <LogInConfirmation
          mailed={mailed}
          loggedInAs={loggedInAs}
          onDone={onDone}
          onInvalid={() => (isSender ? onUsed() : setInvalid(true))}
        />
      )}
    </AuthFrame>
  )
}

function LogInConfirmation({
  mailed,
  loggedInAs,
  onDone,
  onInvalid,
}: {
  mailed: MailedCode
  loggedInAs: string | null
  onDone: (isIn: boolean) => void
  onInvalid: () => void
}) {
  const texts = useTexts(signInCodeTexts)
  const { otherLoggedOut } = useTexts(passwordTexts)
  const signIn = useCodeSignIn()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { formError, busy, submit } = useCheckedForm({
    initial: {},
    check: () => ({}),
    send: async () => {
      // Logs out another person first. The link's own account stays logged in, even if the link was already used.
      if (loggedInAs !== null && loggedInAs !== mailed.email) await signOut()
      onDone(await signIn(mailed))
    },
    fallback: 'AUTHENTICATION_FAILED',
    onRefused: (code) => {
      const isAboutTheLink = code === 'SIGN_IN_CODE_INVALID' || code === 'EMAIL_INVALID' || code === 'INVALID_INPUT'
      if (isAboutTheLink) onInvalid()
      return isAboutTheLink
    },
  })
  return (
    <form noValidate className="grid w-full gap-5" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {mailed.question === undefined ? texts.linkTitle : texts.questionTitle}
        </h1>
        <p className="wrap-anywhere text-ink-2">
          {mailed.question === undefined ? texts.linkLead(mailed.email) : texts.questionLead(mailed.email)}
        </p>
        {loggedInAs !== null && loggedInAs !== mailed.email && (
          <p className="wrap-anywhere text-ink-2">{otherLoggedOut(loggedInAs)}</p>
        )}
      </div>
      <FormError text={formError} />
      <Button type="submit" size="lg" busy={busy}>
        {mailed.question === undefined ? texts.logIn : texts.confirm}
      </Button>
    </form>
  )
}

function InvalidLink({ hasQuestion }: { hasQuestion: boolean }) {
  const texts = useTexts(signInCodeTexts)
  const { invalidTitle } = useTexts(passwordTexts)
  const errorText = useErrorText()
  return (
    <LinkOutcome
      tone="danger"
      icon={<Unlink size={28} />}
      title={invalidTitle}
      text={hasQuestion ? texts.questionUsed : errorText('SIGN_IN_CODE_INVALID')}
    >
      <Link to="/login" hash="code" className={toButtonClass('primary', 'lg')}>
        {hasQuestion ? texts.logIn : texts.newCode}
      </Link>
    </LinkOutcome>
  )
}
