import { cx } from './class-names.ts'

export type SegmentedProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string; title?: string }[]
  onChange: (value: T) => void
  className?: string
}

export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
  return (
    <fieldset aria-label={label} className={cx('seg', className)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          title={option.title}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
