import { useId } from 'react'

import { cx } from '../../../design-system/class-names.ts'
import { Field } from '../../../design-system/fields/field.tsx'
import { PasswordInput } from '../../../design-system/fields/password-input.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'
import { PasswordRule } from './password-rule.tsx'
import { PasswordStrengthBar } from './password-strength.tsx'
import { useIsCommonPassword } from './use-is-common-password.ts'

export type NewPasswordFieldProps = {
  label: string
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

export function NewPasswordField({ label, name, value, error, onChange }: NewPasswordFieldProps) {
  const texts = useTexts(authTexts)
  const errorText = useErrorText()
  const isCommon = useIsCommonPassword(value)
  const hintId = useId()
  return (
    <div className="grid gap-1.5">
      <Field label={label} required error={error ?? (isCommon === true ? errorText('PASSWORD_COMMON') : null)}>
        {(control) => (
          <PasswordInput
            {...control}
            aria-describedby={cx(control['aria-describedby'], hintId)}
            name={name}
            autoComplete="new-password"
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <PasswordStrengthBar password={value} isCommon={isCommon} />
      {/* PASSWORD_TOO_SHORT shows the rule already. */}
      {error !== errorText('PASSWORD_TOO_SHORT') && <PasswordRule id={hintId} password={value} />}
    </div>
  )
}
