import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { CurrentPasswordField } from '../passwords/current-password-field.tsx'
import { refreshSession } from '../session.queries.ts'
import { DisownEmailButton } from './disown-email.tsx'
import { verifyEmailTexts } from './verify-email.messages.ts'

export interface ConfirmEmailFormProps {
  code: string
  email: string
  /** True when the code changes the account's address. */
  isChange: boolean
  /** True when this browser is logged in to the account, so that no password is needed. */
  isOwn: boolean
  loggedInAs: string | null
  onDone: (outcome: 'confirmed' | 'disowned') => void
  /** Handles a refusal. Returns true when the form must not show the refusal. */
  onRefused: (code: ErrorCode) => boolean
}

export function ConfirmEmailForm({
  code,
  email,
  isChange,
  isOwn,
  loggedInAs,
  onDone,
  onRefused,
}: ConfirmEmailFormProps) {
  const texts = useTexts(verifyEmailTexts)
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: !isOwn && password === '' ? 'FIELD_REQUIRED' : null }),
    send: async ({ password }) => {
      await client.auth.verifyEmail(isOwn ? { code } : { code, password })
      // Refetches the session, which contains the confirmed address. The next call repeats a failed refetch.
      await refreshSession(queryClient).catch(() => null)
      onDone('confirmed')
    },
    fallback: 'UNEXPECTED',
    findField: (refused) => (refused === 'WRONG_PASSWORD' || refused === 'PASSWORD_NEEDED' ? 'password' : undefined),
    onRefused,
  })
  const ownLead = isChange ? texts.leadOfChange : texts.lead
  const lead = isOwn
    ? ownLead(email)
    : loggedInAs === null
      ? texts.leadByPassword(email)
      : texts.leadAsOther(email, loggedInAs)
  return (
    <div className="w-full">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {texts.title}
      </h1>
      <p className="mt-2 wrap-anywhere text-ink-2">{lead}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        {!isOwn && (
          <>
            <CurrentPasswordField
              label={texts.password}
              name="password"
              value={values.password}
              error={errorAt('password')}
              onChange={(password) => set('password', password)}
            />
            {!isChange && (
              <Link
                to="/forgot-password"
                state={{ typedEmail: email }}
                className={`${textLinkClass} -mt-2 w-fit text-sm leading-6`}
              >
                {texts.forgotPassword}
              </Link>
            )}
          </>
        )}
        <FormError text={formError} />
        <Button type="submit" size="lg" busy={busy}>
          {texts.confirm}
        </Button>
      </form>
      {!isOwn && (
        <DisownEmailButton
          code={code}
          email={email}
          isChange={isChange}
          onDone={() => onDone('disowned')}
          onRefused={onRefused}
        />
      )}
    </div>
  )
}
