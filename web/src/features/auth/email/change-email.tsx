import { type ReactNode, useId, useState } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'
import { checkEmail, normaliseEmail } from '@kundig/contract/auth/credentials'

import { Button } from '../../../design-system/button.tsx'
import { EmailInput, Field } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { DevMailLink } from '../mail/dev-mail-link.tsx'
import { CurrentPasswordField } from '../passwords/current-password-field.tsx'
import { securityTexts } from '../security.messages.ts'

export function EmailChangePanel({ user, beside }: { user: Session['user']; beside?: ReactNode }) {
  const texts = useTexts(securityTexts)
  const [open, setOpen] = useState(false)
  const formId = useId()
  if (!user.has_password)
    return (
      <>
        {beside && <div className="mt-3">{beside}</div>}
        <p className="mt-2 text-sm text-ink-2">{texts.emailOfGoogle}</p>
      </>
    )
  return (
    <div className="w-full">
      <div className="mt-3 flex flex-wrap gap-2">
        {beside}
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={open}
          aria-controls={formId}
          onClick={() => setOpen(!open)}
        >
          {texts.changeEmail}
        </Button>
      </div>
      <div id={formId}>{open && <ChangeEmailForm current={user.email} />}</div>
    </div>
  )
}

function ChangeEmailForm({ current }: { current: string }) {
  const texts = useTexts(securityTexts)
  const [mailed, setMailed] = useState('')
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { email: '', current: '' },
    check: ({ email, current: password }) => ({
      email: checkEmail(email) ?? (normaliseEmail(email) === current ? 'EMAIL_UNCHANGED' : null),
      current: password === '' ? 'FIELD_REQUIRED' : null,
    }),
    send: async ({ email, current: password }) => {
      await client.auth.requestEmailChange({ email, current_password: password })
      setMailed(normaliseEmail(email))
    },
    fallback: 'UNEXPECTED',
    emptyWhenSent: true,
    findField: (code) => {
      if (code === 'WRONG_PASSWORD') return 'current'
      return code === 'EMAIL_INVALID' || code === 'EMAIL_UNCHANGED' ? 'email' : undefined
    },
  })
  return (
    <form noValidate className="mt-5 grid gap-5" onSubmit={(event) => void submit(event)}>
      <p className="text-sm text-ink-2">{texts.changeEmailLead}</p>
      <Field label={texts.newEmail} required error={errorAt('email')}>
        {(control) => (
          <EmailInput {...control} value={values.email} onChange={(event) => set('email', event.target.value)} />
        )}
      </Field>
      <CurrentPasswordField
        value={values.current}
        error={errorAt('current')}
        onChange={(value) => set('current', value)}
      />
      <FormError text={formError} />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={busy}>
        {texts.mailNewEmail}
      </Button>
      <output className="grid gap-1 text-sm wrap-anywhere">
        {mailed !== '' && (
          <>
            <span>{texts.emailMailed(mailed)}</span>
            <DevMailLink />
          </>
        )}
      </output>
    </form>
  )
}
