import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'

import { cx } from '../class-names.ts'
import { ChevronDownIcon, CloseIcon, SearchIcon } from '../icons.tsx'
import { repairField } from './field-repair.ts'
import { passRef } from './pass-ref.ts'

export type FieldControl = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  required?: true
}

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  /** True to show the hint together with an error. */
  keepHint?: boolean
  optionalText?: string
  required?: boolean
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

export function Field({
  label,
  hint,
  error,
  keepHint,
  optionalText,
  required,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error) || Boolean(hint)
  const control: FieldControl = {
    id,
    ...(hasNote && { 'aria-describedby': noteId }),
    ...(error && { 'aria-invalid': true as const }),
    ...(required && { required: true as const }),
  }
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className="field-label">
        <span>{label}</span>
        {optionalText && <span className="font-normal text-ink-3">{` ${optionalText}`}</span>}
      </label>
      {children(control)}
      {(hasNote || aside) && (
        <div className="flex items-start justify-between gap-3">
          {hasNote && (
            <div id={noteId} className="min-w-0">
              {error && <FieldError controlId={id} text={error} />}
              {hint && (keepHint || !error) && <p className="field-hint">{hint}</p>}
            </div>
          )}
          {aside && <div className="ml-auto flex-none">{aside}</div>}
        </div>
      )}
    </div>
  )
}

/** Error text of a field. Screen readers announce it immediately in a focused field, otherwise on focus. */
function FieldError({ controlId, text }: { controlId: string; text: string }) {
  const [isInField] = useState(() => document.activeElement?.id === controlId)
  return (
    <p role={isInField ? 'alert' : undefined} className="field-error">
      {text}
    </p>
  )
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx('input', className)} />
}

/** Input for prose: repairs pasted text. Names and codes use `TextInput`, which changes nothing. */
export function ProseInput({ onChange, ...rest }: ComponentProps<'input'>) {
  return (
    <TextInput
      {...rest}
      onChange={(event) => {
        repairField(event.currentTarget)
        onChange?.(event)
      }}
    />
  )
}

/** Input for an email address. @param rest.autoComplete `username` for the address of an existing account */
export function EmailInput(rest: ComponentProps<'input'>) {
  return (
    <ProseInput
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
    />
  )
}

/** Replaces `required` by ARIA attributes, because browsers mark an untouched required field as invalid. */
function toAriaProps({ required, 'aria-invalid': isInvalid = false }: ComponentProps<'select' | 'input'>) {
  return { 'aria-invalid': isInvalid, 'aria-required': required }
}

export type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly { value: string; label: string }[]
  /** Option for the empty value. It can be chosen unless the field is required. */
  placeholder: string
}

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} {...toAriaProps(rest)} className={cx('input', className)}>
        <option value="" disabled={rest.required}>
          {placeholder}
        </option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={18} className="pointer-events-none absolute inset-y-0 right-3.5 my-auto text-ink-2" />
    </span>
  )
}

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  error?: string | null | undefined
}

export function DescribedLabel({ label, text }: { label: string; text: string }) {
  return (
    <span className="grid gap-0.5 text-sm">
      <span className="font-semibold text-ink">{label}</span>
      <span className="text-ink-2">{text}</span>
    </span>
  )
}

export function Checkbox({ label, error, className, ...rest }: CheckboxProps) {
  const errorId = useId()
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label className="flex min-h-6 cursor-pointer items-start gap-2.5 text-sm text-ink-2">
        <input
          {...rest}
          type="checkbox"
          {...toAriaProps(error ? { ...rest, 'aria-invalid': true } : rest)}
          className="check"
          aria-describedby={cx(rest['aria-describedby'], error && errorId) || undefined}
        />
        <span className="pt-px">{label}</span>
      </label>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

export type SearchInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  /** Name of the clear button. Without a name, some browsers show their own button. */
  clearLabel?: string
}

/** Search field. Clearing the field fires a change event and keeps the focus. */
export function SearchInput({ label, clearLabel, className, ref, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    if (input.current) clearInput(input.current)
  }
  return (
    <span className={cx('search-input relative block', clearLabel && 'has-clear', className)}>
      <SearchIcon size={20} className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-ink-3" />
      <ProseInput
        enterKeyHint="search"
        autoComplete="off"
        // The clear button's style uses `:placeholder-shown`, which needs a placeholder.
        placeholder=" "
        {...rest}
        ref={(element) => {
          input.current = element
          return passRef(ref, element)
        }}
        type="search"
        aria-label={label}
        className="pr-12 pl-11"
      />
      {clearLabel && (
        <button type="button" className="input-btn" aria-label={clearLabel} title={clearLabel} onClick={clear}>
          <CloseIcon size={18} />
        </button>
      )}
    </span>
  )
}

/** Empties a field by the prototype's setter and an input event, so that React notices the change. */
function clearInput(input: HTMLInputElement) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
