import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { useState } from 'react'

import { checkNewPassword } from '@kundig/contract/auth/credentials'
import type { ErrorCode } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { Field } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { PasswordInput } from '../../../design-system/fields/password-input.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { signOut } from '../auth-client.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { authTexts } from '../auth.messages.ts'
import { LinkCheckSpinner } from '../link-checking.tsx'
import { LinkOutcome } from '../link-outcome.tsx'
import { passwordTexts } from '../password.messages.ts'
import { refreshSession, useSession } from '../session.queries.ts'
import { runWithoutLogOutNotice } from '../use-log-out.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { rememberResetAddress } from './reset-address.ts'

/** True for errors of the link itself. A truncated code causes `INVALID_INPUT`. */
function isLinkError(code: ErrorCode): boolean {
  return code === 'RESET_CODE_INVALID' || code === 'INVALID_INPUT'
}

/** Sets a new password by a mailed code (spec 2). @param onDone called after the change and the log-out */
export function ResetPasswordScreen({ code, onDone }: { code: string | null; onDone: () => void }) {
  return <AuthFrame>{code === null ? <InvalidLink /> : <ResetLinkCheck code={code} onDone={onDone} />}</AuthFrame>
}

function ResetLinkCheck({ code, onDone }: { code: string; onDone: () => void }) {
  const texts = useTexts(passwordTexts)
  const errorText = useErrorText()
  const [usedUp, setUsedUp] = useState(false)
  const checked = useQuery({
    queryKey: ['reset-code', code],
    queryFn: () => client.auth.verifyResetCode({ code }),
    // Checks the code only once, because a refetch on window focus could remove the form during typing.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (usedUp) return <InvalidLink />
  return (
    <QueryState
      query={checked}
      loading={<LinkCheckSpinner label={texts.verifyingReset} />}
      renderFailure={(error) => {
        const failure = toFailure(error).code
        return isLinkError(failure) ? <InvalidLink /> : errorText(failure)
      }}
      className="w-full"
      titleAs="h1"
      retryLabel={texts.retry}
    >
      {({ email }) => <ResetForm code={code} email={email} onDone={onDone} onInvalid={() => setUsedUp(true)} />}
    </QueryState>
  )
}

function InvalidLink() {
  const texts = useTexts(passwordTexts)
  const errorText = useErrorText()
  return (
    <LinkOutcome
      tone="danger"
      icon={<Unlink size={28} />}
      title={texts.invalidTitle}
      text={errorText('RESET_CODE_INVALID')}
    >
      <Link to="/forgot-password" className={toButtonClass('primary', 'lg')}>
        {texts.requestNewLink}
      </Link>
    </LinkOutcome>
  )
}

function ResetForm({
  code,
  email,
  onDone,
  onInvalid,
}: {
  code: string
  /** Address of the account. Servers of an earlier release do not send the address. */
  email: string | undefined
  onDone: () => void
  onInvalid: () => void
}) {
  const session = useSession()
  const loggedIn = session.status === 'in' ? session.session.user.email : null
  const other = email !== undefined && loggedIn !== email ? loggedIn : null
  const texts = useTexts(passwordTexts)
  const { showPassword, hidePassword } = useTexts(authTexts)
  const queryClient = useQueryClient()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { password: '', confirmation: '' },
    check: ({ password, confirmation }) => ({
      password: checkNewPassword(password),
      confirmation: confirmation === '' ? 'FIELD_REQUIRED' : confirmation === password ? null : 'PASSWORDS_DIFFER',
    }),
    send: async ({ password }) => {
      await runWithoutLogOutNotice(async () => {
        await client.auth.confirmReset({ code, password })
        if (email !== undefined) rememberResetAddress(email)
        // Logs out another person, whose session would otherwise open their dashboard.
        if (other !== null) await signOut().catch(() => undefined)
        // Refetches the session, which the reset has ended. If this fails, the next call detects the end.
        await refreshSession(queryClient).catch(() => null)
      })
      toast.success(texts.resetDone)
      onDone()
    },
    fallback: 'RESET_FAILED',
    findField: (refused) => (refused.startsWith('PASSWORD_') ? 'password' : undefined),
    onRefused: (refused) => {
      if (!isLinkError(refused)) return false
      onInvalid()
      return true
    },
  })
  return (
    <div className="w-full">
      <h1 className="text-2xl">{texts.resetTitle}</h1>
      <p className="mt-2 wrap-anywhere text-ink-2">
        {email !== undefined && <span>{`${texts.resetFor(email)} `}</span>}
        <span>{texts.resetLead}</span>
      </p>
      {other !== null && <p className="mt-2 wrap-anywhere text-ink-2">{texts.otherLoggedOut(other)}</p>}
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        <NewPasswordField
          label={texts.newPassword}
          name="password"
          value={values.password}
          error={errorAt('password')}
          onChange={(value) => set('password', value)}
        />
        <Field label={texts.confirmPassword} required error={errorAt('confirmation')}>
          {(control) => (
            <PasswordInput
              {...control}
              name="confirmation"
              autoComplete="new-password"
              showLabel={showPassword}
              hideLabel={hidePassword}
              value={values.confirmation}
              onChange={(event) => set('confirmation', event.target.value)}
            />
          )}
        </Field>
        <FormError text={formError} />
        <Button type="submit" size="lg" busy={busy}>
          {texts.reset}
        </Button>
      </form>
    </div>
  )
}
