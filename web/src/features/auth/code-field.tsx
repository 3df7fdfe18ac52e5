import { Field, TextInput } from '../../design-system/fields/field.tsx'

interface CodeFieldProps {
  label: string
  error: string | null
  value: string
  onChange: (value: string) => void
  /** Which keyboard a phone shows: recovery codes have letters. */
  inputMode: 'numeric' | 'text'
  autoComplete?: 'one-time-code' | 'off'
}

/** The field for a code from a mail, an app or a list of recovery codes. */
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
