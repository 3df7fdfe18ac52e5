import { type ReactNode, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { CodeField } from '../code-field.tsx'
import { secondFactorTexts } from './second-factor.messages.ts'

/** Form for an app code or a recovery code. @param onRefused returns true to suppress the form's own error */
export function CodeForm({
  onGiven,
  onRefused,
  children,
}: {
  onGiven: () => void | Promise<void>
  onRefused?: (code: ErrorCode) => boolean
  children?: ReactNode
}) {
  const texts = useTexts(secondFactorTexts)
  const [byRecovery, setByRecovery] = useState(false)
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? 'FIELD_REQUIRED' : null }),
    send: async ({ code }) => {
      await client.auth.giveSecondFactor({ code })
      await onGiven()
    },
    fallback: 'AUTHENTICATION_FAILED',
    findField: (code) => (/^SECOND_FACTOR|^RECOVERY/u.test(code) ? 'code' : undefined),
    ...(onRefused && { onRefused }),
  })
  return (
    <>
      <p className="mt-2 text-balance text-ink-2">{byRecovery ? texts.recoveryLead : texts.stepLead}</p>
      <form noValidate className="mt-7 grid gap-5" onSubmit={(event) => void submit(event)}>
        <CodeField
          label={byRecovery ? texts.recoveryCode : texts.code}
          error={errorAt('code')}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          value={values.code}
          onChange={(code) => set('code', code)}
        />
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
        {children}
      </p>
    </>
  )
}
