import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck, MailWarning, Unlink } from 'lucide-react'

import { isEmailChangeCode } from '@kundig/contract/auth/credentials'
import { Refusal } from '@kundig/contract/errors'

import { Button } from '../../design-system/button.tsx'
import { buttonClass } from '../../design-system/link-styles.ts'
import { client } from '../../platform/api/client.ts'
import { failureOf } from '../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { LinkChecking } from './link-checking.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { passwordTexts } from './password.messages.ts'
import { refreshSession, useSession } from './session.queries.ts'

/**
 * Confirming an email address with the code from a mail. Someone logged in whose address is confirmed already,
 * by this link or before, is told just that.
 * @param code null when the address carried none
 */
export function VerifyEmailScreen({ code }: { code: string | null }) {
  return (
    <AuthFrame>
      <Verification code={code} />
    </AuthFrame>
  )
}

function Verification({ code }: { code: string | null }) {
  const texts = useTexts(passwordTexts)
  const errorText = useErrorText()
  const session = useSession()
  const queryClient = useQueryClient()
  const { isSuccess, error, isRefetching, refetch } = useQuery({
    queryKey: ['verification-code', code],
    queryFn: async () => {
      if (code === null) throw new Refusal('VERIFICATION_CODE_INVALID')
      try {
        return await client.auth.verifyEmail({ code })
      } finally {
        await refreshSession(queryClient).catch(() => null)
      }
    },
    // A code is good once: it must not be tried again because the window was looked at again.
    staleTime: Infinity,
  })
  // The present address may be confirmed when the one that was to take its place is not.
  const isForPresent = code !== null && !isEmailChangeCode(code)
  const confirmed =
    isSuccess || (error && isForPresent && session.status === 'in' && session.session.user.email_verified)
  if (confirmed) {
    return (
      <LinkOutcome
        tone="success"
        icon={<MailCheck size={28} />}
        title={texts.confirmedTitle}
        text={texts.confirmedLead}
      >
        <Link to="/dashboard" className={buttonClass('primary', 'lg')}>
          {texts.toDashboard}
        </Link>
      </LinkOutcome>
    )
  }
  if (!error) return <LinkChecking label={texts.verifyingEmail} />
  const failure = failureOf(error).code
  if (failure === 'VERIFICATION_CODE_INVALID' || failure === 'INVALID_INPUT') {
    return (
      <LinkOutcome
        tone="danger"
        icon={<Unlink size={28} />}
        title={texts.invalidTitle}
        text={`${errorText('VERIFICATION_CODE_INVALID')} ${texts.askAgain}`}
      >
        <Link to={session.status === 'in' ? '/account' : '/login'} className={buttonClass('primary', 'lg')}>
          {session.status === 'in' ? texts.toAccount : texts.logInForMail}
        </Link>
      </LinkOutcome>
    )
  }
  return (
    <LinkOutcome
      tone="danger"
      icon={<MailWarning size={28} />}
      title={texts.unconfirmedTitle}
      text={errorText(failure)}
    >
      <Button size="lg" busy={isRefetching} onClick={() => void refetch()}>
        {texts.retry}
      </Button>
    </LinkOutcome>
  )
}
