import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck, MailWarning, ShieldCheck, Unlink } from 'lucide-react'
import { useState } from 'react'

import { isEmailChangeCode } from '@kundig/contract/auth/credentials'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { useStickyError } from '../../../design-system/states/sticky-error.ts'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { LinkCheckSpinner } from '../link-checking.tsx'
import { LinkOutcome } from '../link-outcome.tsx'
import { useSession } from '../session.queries.ts'
import { ConfirmEmailForm } from './confirm-email.tsx'
import { verifyEmailTexts } from './verify-email.messages.ts'

/**
 * Confirms an address by a click on a button, because mail scanners open links. A person who is not logged in enters
 * the account's password, or closes the account as the owner of the address.
 */
export function VerifyEmailScreen({ code }: { code: string | null }) {
  return (
    <AuthFrame>
      <EmailVerification code={code} />
    </AuthFrame>
  )
}

/** True for errors of the link itself. A truncated code causes `INVALID_INPUT`. */
function isLinkError(code: ErrorCode): boolean {
  return code === 'VERIFICATION_CODE_INVALID' || code === 'INVALID_INPUT'
}

function EmailVerification({ code }: { code: string | null }) {
  const texts = useTexts(verifyEmailTexts)
  const errorText = useErrorText()
  const session = useSession()
  const [outcome, setOutcome] = useState<'confirmed' | 'disowned' | 'invalid' | null>(null)
  const userId = session.status === 'in' ? session.session.user.id : null
  const query = useQuery({
    queryKey: ['verification-code', code, userId],
    queryFn: () => {
      if (code === null) throw new Refusal('VERIFICATION_CODE_INVALID')
      return client.auth.checkVerification({ code })
    },
    enabled: session.status !== 'loading',
    // Checks the code only once, because a refetch on window focus could remove the form during typing.
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data, isFetching, refetch } = query
  const error = useStickyError(query)
  const isChange = code !== null && isEmailChangeCode(code)
  if (outcome === 'disowned' && data) return <DisownedEmailOutcome email={data.email} isChange={isChange} />
  if (outcome === 'confirmed' || data?.is_confirmed) return <ConfirmedEmailOutcome />
  const failure = error === null ? null : toFailure(error).code
  if (outcome === 'invalid' || (failure && isLinkError(failure))) return <InvalidLink isIn={userId !== null} />
  if (failure) {
    return (
      <LinkOutcome
        tone="danger"
        icon={<MailWarning size={28} />}
        title={texts.unconfirmedTitle}
        text={errorText(failure)}
      >
        <Button size="lg" busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </LinkOutcome>
    )
  }
  if (!data || code === null) return <LinkCheckSpinner label={texts.checking} />
  return (
    <ConfirmEmailForm
      code={code}
      email={data.email}
      isChange={isChange}
      isOwn={data.is_own}
      loggedInAs={session.status === 'in' ? session.session.user.email : null}
      onDone={setOutcome}
      onRefused={(refused) => {
        if (!isLinkError(refused)) return false
        setOutcome('invalid')
        return true
      }}
    />
  )
}

function ConfirmedEmailOutcome() {
  const texts = useTexts(verifyEmailTexts)
  return (
    <LinkOutcome tone="success" icon={<MailCheck size={28} />} title={texts.confirmedTitle} text={texts.confirmedLead}>
      <Link to="/dashboard" className={toButtonClass('primary', 'lg')}>
        {texts.toDashboard}
      </Link>
    </LinkOutcome>
  )
}

function DisownedEmailOutcome({ email, isChange }: { email: string; isChange: boolean }) {
  const texts = useTexts(verifyEmailTexts)
  return (
    <LinkOutcome
      tone="success"
      icon={<ShieldCheck size={28} />}
      title={isChange ? texts.keptTitle : texts.closedTitle}
      text={isChange ? texts.keptLead(email) : texts.closedLead(email)}
    >
      <Link to="/" className={toButtonClass('secondary', 'lg')}>
        {texts.toHome}
      </Link>
    </LinkOutcome>
  )
}

function InvalidLink({ isIn }: { isIn: boolean }) {
  const texts = useTexts(verifyEmailTexts)
  const errorText = useErrorText()
  return (
    <LinkOutcome
      tone="danger"
      icon={<Unlink size={28} />}
      title={texts.invalidTitle}
      text={`${errorText('VERIFICATION_CODE_INVALID')} ${texts.askAgain}`}
    >
      <Link to={isIn ? '/account' : '/login'} className={toButtonClass('primary', 'lg')}>
        {isIn ? texts.toAccount : texts.logInForMail}
      </Link>
    </LinkOutcome>
  )
}
