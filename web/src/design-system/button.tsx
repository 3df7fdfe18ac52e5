import type { ComponentProps, MouseEvent, ReactNode } from 'react'

import { cx } from './class-names.ts'
import { toButtonClass, type ButtonSize, type ButtonVariant } from './link-styles.ts'
import { SpinnerRing } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
  busyText?: string
}

/** A busy button ignores clicks, so a form is submitted once. It is not `disabled`, which would lose the focus. */
export function Button({ variant, size, busy = false, busyText, className, onClick, children, ...rest }: ButtonProps) {
  const swallowWhileBusy = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={toButtonClass(variant, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={swallowWhileBusy}
    >
      <span className="btn-label">{children}</span>
      {busy && (
        <span aria-hidden="true" className="btn-spinner">
          <SpinnerRing />
          <span>{busyText}</span>
        </span>
      )}
    </button>
  )
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> & {
  label: string
  children: ReactNode
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={cx('icon-btn', className)} aria-label={label}>
      {/* Screen readers would read a title on the button itself after its name. */}
      <span aria-hidden="true" title={label} className="grid size-full place-items-center">
        {children}
      </span>
    </button>
  )
}
