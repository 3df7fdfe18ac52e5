import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { EmailInput, Field } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { PasswordInput } from '../../../design-system/fields/password-input.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { signOut } from '../auth-client.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { authTexts } from '../auth.messages.ts'
import { GoogleButton } from '../google/google-button.tsx'
import { NewPasswordField } from '../passwords/new-password-field.tsx'
import { secondFactorAskedQuery } from '../second-factor/second-factor.queries.ts'
import { SecondFactorStep } from '../second-factor/second-step.tsx'
import { CodeSignIn } from '../sign-in-code/code-sign-in.tsx'
import { TermsSentence } from '../terms/terms-sentence.tsx'
import { type AuthMode, useAuthForm, useAuthMode } from './use-auth-form.ts'

export interface AuthScreenProps {
  onMode: (mode: AuthMode) => void
  onDone: () => void
  /** Shows a suspended or banned person the reason. Its `onLogOut` function never rejects. */
  renderRestricted: (
    restriction: { state: 'suspended' | 'banned'; until: string | null },
    onLogOut: () => Promise<void>,
  ) => ReactNode
}

/** Sign-in and sign-up (spec 2, auth screen), followed by the second factor or the reason of a ban. */
export function AuthScreen(props: AuthScreenProps) {
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...secondFactorAskedQuery, throwOnError: false })
  const [mode, change] = useAuthMode()
  async function logOut(): Promise<void> {
    try {
      await signOut()
      await queryClient.invalidateQueries({ queryKey: secondFactorAskedQuery.queryKey })
    } catch (error) {
      toast.error(errorText(toFailure(error, 'UNEXPECTED').code))
    }
  }
  if (data?.restriction) return props.renderRestricted(data.restriction, logOut)
  return (
    <AuthFrame>
      {data?.is_asked === true ? (
        <SecondFactorStep onDone={props.onDone} />
      ) : mode === 'code' ? (
        <CodeSignIn onPassword={() => change('sign-in')} onDone={props.onDone} />
      ) : (
        <AuthForm {...props} />
      )}
    </AuthFrame>
  )
}

function AuthForm({ onMode, onDone }: AuthScreenProps) {
  const texts = useTexts(authTexts)
  const { mode, change, values, set, errorAt, formError, busy, submit } = useAuthForm(onDone)
  useEffect(() => onMode(mode), [mode, onMode])
  const signingUp = mode === 'sign-up'
  return (
    <div className="w-full">
      <h1 className="text-2xl">{signingUp ? texts.signUpTitle : texts.signInTitle}</h1>
      <p className="mt-2 text-balance text-ink-2">{signingUp ? texts.signUpLead : texts.signInLead}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field label={texts.email} required error={errorAt('email')}>
          {(control) => (
            <EmailInput
              {...control}
              autoComplete={signingUp ? 'email' : 'username'}
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
            />
          )}
        </Field>
        {/* Each mode has a separate field element, because password managers identify fields by element. */}
        {signingUp ? (
          <NewPasswordField
            label={texts.password}
            name="password"
            value={values.password}
            error={errorAt('password')}
            onChange={(value) => set('password', value)}
          />
        ) : (
          <>
            <Field label={texts.password} required error={errorAt('password')}>
              {(control) => (
                <PasswordInput
                  {...control}
                  name="password"
                  autoComplete="current-password"
                  showLabel={texts.showPassword}
                  hideLabel={texts.hidePassword}
                  value={values.password}
                  onChange={(event) => set('password', event.target.value)}
                />
              )}
            </Field>
            <Link
              to="/forgot-password"
              state={{ typedEmail: values.email }}
              className={`${textLinkClass} -mt-2 w-fit text-sm leading-6`}
            >
              {texts.forgotPassword}
            </Link>
          </>
        )}
        <FormError text={formError} />
        <Button type="submit" size="lg" busy={busy} busyText={signingUp ? texts.signingUp : texts.signingIn}>
          {signingUp ? texts.signUp : texts.signIn}
        </Button>
      </form>
      {!signingUp && (
        <Button variant="secondary" size="lg" className="mt-4 w-full" onClick={() => change('code', values.email)}>
          {texts.emailMeACode}
        </Button>
      )}
      <GoogleButton onDone={(isIn) => isIn && onDone()} />
      <TermsSentence />
      <p className="mt-6 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
        <span>{signingUp ? texts.haveAccount : texts.noAccount}</span>
        <button
          type="button"
          className={`${textLinkClass} min-h-11 px-0.5`}
          onClick={() => change(signingUp ? 'sign-in' : 'sign-up')}
        >
          {signingUp ? texts.toSignIn : texts.toSignUp}
        </button>
      </p>
    </div>
  )
}
