import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { checkEmail, normaliseEmail } from '@kundig/contract/auth/credentials'

import { Button } from '../../../design-system/button.tsx'
import { EmailInput, Field } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { authTexts } from '../auth.messages.ts'
import { CheckYourMail } from '../mail/check-your-mail.tsx'
import { passwordTexts } from '../password.messages.ts'
import { rememberResetAddress } from './reset-address.ts'

/**
 * The auth screen's forgot-password mode (spec 2): asks for a reset link by mail.
 * @param typedEmail what was typed already on the way here
 */
export function ForgotPasswordScreen({ typedEmail = '' }: { typedEmail?: string | undefined }) {
  const [email, setEmail] = useState(typedEmail)
  const [sent, setSent] = useState(false)
  return (
    <AuthFrame>
      {sent ? (
        <CheckYourMail email={email} onOtherAddress={() => setSent(false)} />
      ) : (
        <ForgotPasswordForm
          typedEmail={email}
          onSent={(address) => {
            setEmail(address)
            setSent(true)
          }}
        />
      )}
    </AuthFrame>
  )
}

function ForgotPasswordForm({ typedEmail, onSent }: { typedEmail: string; onSent: (email: string) => void }) {
  const texts = useTexts(passwordTexts)
  const { email: emailLabel } = useTexts(authTexts)
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { email: typedEmail },
    check: ({ email }) => ({ email: checkEmail(email) }),
    send: async ({ email }) => {
      await client.auth.requestReset({ email })
      const address = normaliseEmail(email)
      rememberResetAddress(address)
      onSent(address)
    },
    fallback: 'UNEXPECTED',
    fieldOf: (code) => (code === 'EMAIL_INVALID' || code === 'FIELD_REQUIRED' ? 'email' : undefined),
  })
  return (
    <div className="w-full">
      <h1 className="text-2xl">{texts.forgotTitle}</h1>
      <p className="mt-2 text-ink-2">{texts.forgotLead}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field label={emailLabel} required error={errorAt('email')}>
          {(control) => (
            <EmailInput
              {...control}
              autoComplete="username"
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
            />
          )}
        </Field>
        <FormError text={formError} />
        <Button type="submit" size="lg" busy={busy}>
          {texts.sendLink}
        </Button>
      </form>
      <p className="mt-6 text-sm">
        <Link to="/login" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
          {texts.backToLogin}
        </Link>
      </p>
    </div>
  )
}
