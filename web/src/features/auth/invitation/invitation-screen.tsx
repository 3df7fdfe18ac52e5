import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unlink, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'

import { checkNewPassword } from '@kundig/contract/auth/credentials'
import type { ErrorCode } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { signUp } from '../auth-client.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { LinkCheckSpinner } from '../link-checking.tsx'
import { LinkOutcome } from '../link-outcome.tsx'
import { NewPasswordField } from '../passwords/new-password-field.tsx'
import { refreshSession, useSession } from '../session.queries.ts'
import { TermsSentence } from '../terms/terms-sentence.tsx'
import { useLogOut } from '../use-log-out.ts'
import { invitationTexts } from './invitation.messages.ts'
import { saveInvitedCategory } from './invited-category.ts'

/** True for errors of the link itself. A truncated code causes `INVALID_INPUT`. */
function isLinkError(code: ErrorCode): boolean {
  return code === 'INVITATION_INVALID' || code === 'INVALID_INPUT'
}

export function InvitationScreen({ code, onDone }: { code: string | null; onDone: () => void }) {
  return (
    <AuthFrame>{code === null ? <InvalidInvitation /> : <InvitationCheck code={code} onDone={onDone} />}</AuthFrame>
  )
}

function InvitationCheck({ code, onDone }: { code: string; onDone: () => void }) {
  const texts = useTexts(invitationTexts)
  const errorText = useErrorText()
  const session = useSession()
  const [isUsedUp, setIsUsedUp] = useState(false)
  const invitation = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => client.waitingList.invitation({ code }),
    // Checks the code only once, because a refetch on window focus could remove the form during typing.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (isUsedUp) return <InvalidInvitation />
  return (
    <QueryState
      query={invitation}
      loading={<LinkCheckSpinner label={texts.checking} />}
      renderFailure={(error) => {
        const failure = toFailure(error).code
        return isLinkError(failure) ? <InvalidInvitation /> : errorText(failure)
      }}
      className="w-full"
      titleAs="h1"
      retryLabel={texts.retry}
    >
      {(invited) =>
        session.status === 'in' ? (
          <LoggedInNotice own={session.session.user.email} invited={invited.email} />
        ) : (
          <InvitationSignUpForm code={code} {...invited} onDone={onDone} onInvalid={() => setIsUsedUp(true)} />
        )
      }
    </QueryState>
  )
}

function InvalidInvitation() {
  const texts = useTexts(invitationTexts)
  const errorText = useErrorText()
  return (
    <LinkOutcome
      tone="danger"
      icon={<Unlink size={28} />}
      title={texts.invalidTitle}
      text={errorText('INVITATION_INVALID')}
    >
      <Link to="/login" className={toButtonClass('primary', 'lg')}>
        {texts.logIn}
      </Link>
      <Link to="/" className={toButtonClass('secondary', 'lg')}>
        {texts.toSite}
      </Link>
    </LinkOutcome>
  )
}

function LoggedInNotice({ own, invited }: { own: string; invited: string }) {
  const texts = useTexts(invitationTexts)
  // A log-out keeps this screen, because the person then uses the invitation.
  const { busy, logOut } = useLogOut(() => Promise.resolve())
  return (
    <LinkOutcome
      tone="success"
      icon={<UserRoundCheck size={28} />}
      title={texts.otherTitle}
      text={own === invited ? texts.same(own) : texts.other(own, invited)}
    >
      {own !== invited && (
        <Button size="lg" busy={busy} onClick={() => void logOut()}>
          {texts.logOut}
        </Button>
      )}
      <Link to="/dashboard" className={toButtonClass(own === invited ? 'primary' : 'secondary', 'lg')}>
        {texts.toDashboard}
      </Link>
    </LinkOutcome>
  )
}

function InvitationSignUpForm({
  code,
  email,
  full_name: name,
  category,
  onDone,
  onInvalid,
}: {
  code: string
  email: string
  full_name: string
  category: string
  onDone: () => void
  onInvalid: () => void
}) {
  const texts = useTexts(invitationTexts)
  const queryClient = useQueryClient()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: checkNewPassword(password) }),
    send: async ({ password }) => {
      await signUp({ email, password, invitation: code })
      saveInvitedCategory(category)
      await refreshSession(queryClient)
      toast.success(texts.made)
      onDone()
    },
    fallback: 'AUTHENTICATION_FAILED',
    findField: (refused) => (refused.startsWith('PASSWORD_') ? 'password' : undefined),
    onRefused: (refused) => {
      if (!isLinkError(refused)) return false
      onInvalid()
      return true
    },
  })
  return (
    <div className="w-full">
      <h1 className="text-2xl wrap-anywhere">{texts.title(name)}</h1>
      <p className="mt-2 wrap-anywhere text-ink-2">{texts.lead(email)}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        {/* Password managers need the address, which the person does not type here. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <NewPasswordField
          label={texts.password}
          name="password"
          value={values.password}
          error={errorAt('password')}
          onChange={(value) => set('password', value)}
        />
        <FormError text={formError} />
        <Button type="submit" size="lg" busy={busy} busyText={texts.making}>
          {texts.make}
        </Button>
        <TermsSentence />
      </form>
    </div>
  )
}
