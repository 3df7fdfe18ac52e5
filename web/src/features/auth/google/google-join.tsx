import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { fetchGoogleJoinEmail, joinGoogleAccount } from '../auth-client.ts'
import { LinkCheckSpinner } from '../link-checking.tsx'
import { CurrentPasswordField } from '../passwords/current-password-field.tsx'
import type { GoogleOutcome } from './google-window.ts'
import { googleTexts } from './google.messages.ts'

/** Asks in Google's window for the existing account's password, as proof that one person created both accounts. */
export function GoogleJoinStep({ onDone }: { onDone: (outcome: GoogleOutcome) => void }) {
  const texts = useTexts(googleTexts)
  const errorText = useErrorText()
  const joining = useQuery({
    queryKey: ['google-join'],
    queryFn: fetchGoogleJoinEmail,
    staleTime: Infinity,
    gcTime: 0,
  })
  const codeOf = (error: unknown): ErrorCode => toFailure(error, 'AUTHENTICATION_FAILED').code
  const isOver = joining.isError && codeOf(joining.error) === 'GOOGLE_JOIN_EXPIRED'
  useEffect(() => {
    if (isOver) onDone({ code: 'GOOGLE_JOIN_EXPIRED' })
  }, [isOver, onDone])
  const checking = <LinkCheckSpinner label={texts.checking} />
  return (
    <QueryState
      query={joining}
      loading={checking}
      renderFailure={(error) => (isOver ? checking : errorText(codeOf(error)))}
      titleAs="h1"
      retryLabel={texts.retry}
    >
      {(email) => <JoinForm email={email} onDone={onDone} />}
    </QueryState>
  )
}

function JoinForm({ email, onDone }: { email: string; onDone: (outcome: GoogleOutcome) => void }) {
  const texts = useTexts(googleTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'FIELD_REQUIRED' : null }),
    send: async ({ password }) => {
      await joinGoogleAccount(password)
      onDone({ ok: true })
    },
    fallback: 'AUTHENTICATION_FAILED',
    findField: (refused) => (refused === 'WRONG_PASSWORD' ? 'password' : undefined),
    onRefused: (refused) => {
      if (refused !== 'GOOGLE_JOIN_EXPIRED') return false
      onDone({ code: refused })
      return true
    },
  })
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {texts.joinTitle}
      </h1>
      <p className="mt-2 wrap-anywhere text-ink-2">{texts.joinLead(email)}</p>
      <form noValidate className="mt-6 grid gap-5" onSubmit={(event) => void submit(event)}>
        <CurrentPasswordField
          label={texts.joinPassword}
          name="password"
          value={values.password}
          error={errorAt('password')}
          onChange={(password) => set('password', password)}
        />
        <FormError text={formError} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" busy={busy}>
            {texts.join}
          </Button>
          <Button variant="secondary" size="lg" onClick={() => onDone({ code: 'GOOGLE_CANCELLED' })}>
            {texts.cancel}
          </Button>
        </div>
      </form>
      <div className="mt-6 text-sm text-ink-2">
        <p>{texts.joinForgot}</p>
        <Link
          to="/forgot-password"
          state={{ typedEmail: email }}
          className={`${textLinkClass} inline-flex min-h-11 items-center`}
        >
          {texts.joinReset}
        </Link>
        <p>{texts.joinResetAfter}</p>
      </div>
    </div>
  )
}
