import { CircleAlert } from 'lucide-react'

import { Button } from '../../design-system/button.tsx'
import { Field, PasswordInput, TextInput } from '../../design-system/field.tsx'
import { textLinkClass } from '../../design-system/link-styles.ts'
import { Mosaic } from '../../design-system/tile.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { authTexts } from './auth.messages.ts'
import { PasswordStrengthBar } from './password-strength.tsx'
import { useAuthForm } from './use-auth-form.ts'

const WALL = [
  ['sun', 'speech', 'dawn', 'book', 'wave', 'rings'],
  ['target', 'arch', 'house', 'sails', 'heart', 'slope'],
  ['bowls', 'leaf', 'slope', 'boat', 'check', 'factory'],
  ['temple', 'wave', 'shapes', 'dawn', 'bars', 'arch'],
] as const

const STRIP = [['wave', 'sun', 'leaf', 'arch', 'house', 'dawn', 'speech']] as const

/**
 * Signing in and signing up (spec 2, auth screen).
 * @param onDone called once someone is logged in
 */
export function AuthScreen({ onDone }: { onDone: () => void }) {
  const texts = useTexts(authTexts)
  return (
    <div className="mx-auto grid w-full max-w-[1280px] flex-1 content-start px-4 py-6 md:px-10 md:py-12 lg:content-center">
      <div className="mx-auto grid w-full max-w-[27rem] lg:max-w-none lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:overflow-clip lg:rounded-lg lg:border lg:border-border lg:bg-surface lg:shadow-2">
        <Mosaic grid={STRIP} size={40} className="mb-7 h-auto w-full lg:hidden" />
        <div className="lg:flex lg:min-h-[41rem] lg:items-center lg:px-14 lg:py-12 xl:px-20">
          <AuthForm onDone={onDone} />
        </div>
        <aside className="hidden flex-col overflow-clip bg-t-plum text-t-glaze lg:flex">
          <div className="relative flex-1 overflow-clip">
            <Mosaic grid={WALL} size={118} className="absolute top-0 left-0 h-full min-h-[26rem] w-auto max-w-none" />
          </div>
          <div className="px-10 pt-8 pb-10 xl:px-12">
            <p className="max-w-[16ch] font-display text-2xl leading-[1.08] font-bold text-t-yellow">
              {texts.asideTitle}
            </p>
            <p className="mt-3 max-w-[40ch]">{texts.asideText}</p>
          </div>
        </aside>
      </div>
    </div>
  )
}

function AuthForm({ onDone }: { onDone: () => void }) {
  const texts = useTexts(authTexts)
  const { mode, change, values, set, errorAt, formError, busy, submit } = useAuthForm(onDone)
  const signingUp = mode === 'sign-up'
  return (
    <div className="w-full">
      <h1 className="text-2xl">{signingUp ? texts.signUpTitle : texts.signInTitle}</h1>
      <p className="mt-2 text-ink-2">{signingUp ? texts.signUpLead : texts.signInLead}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field label={texts.email} required error={errorAt('email')}>
          {(control) => (
            <TextInput
              {...control}
              name="email"
              type="email"
              inputMode="email"
              autoComplete={signingUp ? 'email' : 'username'}
              autoCapitalize="none"
              spellCheck={false}
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
            />
          )}
        </Field>
        <Field
          label={texts.password}
          required
          error={errorAt('password')}
          {...(signingUp && { hint: texts.passwordHint, keepHint: true })}
        >
          {(control) => (
            <>
              <PasswordInput
                {...control}
                // A password manager tells the two kinds apart by the element, so each mode has its own.
                key={mode}
                name="password"
                autoComplete={signingUp ? 'new-password' : 'current-password'}
                showLabel={texts.showPassword}
                hideLabel={texts.hidePassword}
                value={values.password}
                onChange={(event) => set('password', event.target.value)}
              />
              {signingUp && <PasswordStrengthBar password={values.password} />}
            </>
          )}
        </Field>
        {formError && (
          <p className="flex gap-2.5 rounded-md bg-danger-soft px-3.5 py-3 text-sm font-medium text-danger">
            <CircleAlert size={18} aria-hidden="true" className="mt-px flex-none" />
            {formError}
          </p>
        )}
        <Button type="submit" size="lg" busy={busy}>
          {signingUp ? texts.signUp : texts.signIn}
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
        {signingUp ? texts.haveAccount : texts.noAccount}
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
