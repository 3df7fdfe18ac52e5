import { Field, TextInput } from '../../../../design-system/fields/field.tsx'

/** Field for a colour. @param fallback colour of an empty field, `#rrggbb` */
export function ColourField({
  name,
  label,
  pickLabel,
  hint,
  value,
  fallback,
  error,
  readOnly,
  onChange,
}: {
  name: string
  label: string
  pickLabel: string
  hint: string
  value: string
  fallback: string
  error: string | null
  readOnly: boolean
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            name={name}
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            placeholder={fallback}
            className="min-w-0 flex-1"
            value={value}
            readOnly={readOnly}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            type="color"
            aria-label={pickLabel}
            className="size-11 flex-none cursor-pointer rounded-md border border-border-strong bg-surface p-1"
            value={/^#[0-9a-f]{6}$/iu.test(value) ? value : fallback}
            disabled={readOnly}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
