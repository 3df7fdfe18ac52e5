import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { Field, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { signOut } from '../auth-client.ts'
import { refreshSession } from '../session.queries.ts'
import { secondFactorTexts } from './second-factor.messages.ts'
import { secondFactorAskedQuery } from './second-factor.queries.ts'

/**
 * Asks for the second factor of somebody whom a password or Google let in. A reload asks again.
 * @param onDone called once someone is logged in
 */
export function SecondStep({ onDone }: { onDone: () => void }) {
  const texts = useTexts(secondFactorTexts)
  const queryClient = useQueryClient()
  const [byRecovery, setByRecovery] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const askAgain = () => queryClient.invalidateQueries({ queryKey: secondFactorAskedQuery.queryKey })
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? 'FIELD_REQUIRED' : null }),
    send: async ({ code }) => {
      await client.auth.giveSecondFactor({ code })
      queryClient.setQueryData(secondFactorAskedQuery.queryKey, { is_asked: false })
      await refreshSession(queryClient)
      onDone()
    },
    fallback: 'AUTHENTICATION_FAILED',
    fieldOf: (code) => (/^SECOND_FACTOR|^RECOVERY/u.test(code) ? 'code' : undefined),
    onRefused: (code) => {
      if (code !== 'NO_SESSION') return false
      toast.info(texts.tooLong)
      void askAgain()
      return true
    },
  })
  return (
    <div className="w-full">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {texts.stepTitle}
      </h1>
      <p className="mt-2 text-balance text-ink-2">{byRecovery ? texts.recoveryLead : texts.stepLead}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field label={byRecovery ? texts.recoveryCode : texts.code} required error={errorAt('code')}>
          {(control) => (
            <TextInput
              {...control}
              name="code"
              autoComplete={byRecovery ? 'off' : 'one-time-code'}
              inputMode={byRecovery ? 'text' : 'numeric'}
              autoCapitalize="none"
              spellCheck={false}
              value={values.code}
              onChange={(event) => set('code', event.target.value)}
            />
          )}
        </Field>
        <FormError text={formError} />
        <Button type="submit" size="lg" busy={busy}>
          {texts.goOn}
        </Button>
      </form>
      <p className="mt-6 flex flex-wrap gap-x-5 text-sm">
        <button
          type="button"
          className={`${textLinkClass} min-h-11`}
          onClick={() => {
            set('code', '')
            setByRecovery(!byRecovery)
          }}
        >
          {byRecovery ? texts.useApp : texts.useRecovery}
        </button>
        <button
          type="button"
          className={`${textLinkClass} min-h-11`}
          onClick={() => void signOut().finally(() => void askAgain())}
        >
          {texts.notNow}
        </button>
      </p>
    </div>
  )
}
