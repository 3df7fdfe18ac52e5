import type { ReactNode } from 'react'

import { checkEmail, normaliseEmail } from '@kundig/contract/auth/credentials'

import { Button } from '../../../design-system/button.tsx'
import { EmailInput, Field } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'

export interface AddressFormProps {
  title: string
  lead: string
  button: string
  typedEmail: string
  send: (email: string) => Promise<unknown>
  onSent: (email: string) => void
  children: ReactNode
}

export function AddressForm({ title, lead, button, typedEmail, send, onSent, children }: AddressFormProps) {
  const texts = useTexts(authTexts)
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { email: typedEmail },
    check: ({ email }) => ({ email: checkEmail(email) }),
    send: async ({ email }) => {
      await send(email)
      onSent(normaliseEmail(email))
    },
    fallback: 'UNEXPECTED',
    findField: (code) => (code === 'EMAIL_INVALID' || code === 'FIELD_REQUIRED' ? 'email' : undefined),
  })
  return (
    <div className="w-full">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 text-ink-2">{lead}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field label={texts.email} required error={errorAt('email')}>
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
          {button}
        </Button>
      </form>
      <p className="mt-6 text-sm">{children}</p>
    </div>
  )
}
