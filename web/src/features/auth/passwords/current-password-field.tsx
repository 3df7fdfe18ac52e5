import { Field } from '../../../design-system/fields/field.tsx'
import { PasswordInput } from '../../../design-system/fields/password-input.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'
import { securityTexts } from '../security.messages.ts'

export interface CurrentPasswordFieldProps {
  label?: string
  name?: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

export function CurrentPasswordField({ label, name = 'current', value, error, onChange }: CurrentPasswordFieldProps) {
  const { currentPassword } = useTexts(securityTexts)
  const { showPassword, hidePassword } = useTexts(authTexts)
  return (
    <Field label={label ?? currentPassword} required error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          autoComplete="current-password"
          showLabel={showPassword}
          hideLabel={hidePassword}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
