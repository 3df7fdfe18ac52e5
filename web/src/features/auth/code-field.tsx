import { Field, TextInput } from '../../design-system/fields/field.tsx'

interface CodeFieldProps {
  label: string
  error: string | null
  value: string
  onChange: (value: string) => void
  inputMode: 'numeric' | 'text'
  autoComplete?: 'one-time-code' | 'off'
}

export function CodeField({
  label,
  error,
  value,
  onChange,
  inputMode,
  autoComplete = 'one-time-code',
}: CodeFieldProps) {
  return (
    <Field label={label} required error={error}>
      {(control) => (
        <TextInput
          {...control}
          name="code"
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
