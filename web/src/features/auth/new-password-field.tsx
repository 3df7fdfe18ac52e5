import { Field } from '../../design-system/field.tsx'
import { PasswordInput } from '../../design-system/password-input.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { authTexts } from './auth.messages.ts'
import { PasswordStrengthBar } from './password-strength.tsx'

export type NewPasswordFieldProps = {
  label: string
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** The field for a password that someone makes up: with the rule for it, and how strong it is. */
export function NewPasswordField({ label, name, value, error, onChange }: NewPasswordFieldProps) {
  const texts = useTexts(authTexts)
  return (
    <Field label={label} required error={error} hint={texts.passwordHint} keepHint>
      {(control) => (
        <>
          <PasswordInput
            {...control}
            name={name}
            autoComplete="new-password"
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <PasswordStrengthBar password={value} />
        </>
      )}
    </Field>
  )
}
