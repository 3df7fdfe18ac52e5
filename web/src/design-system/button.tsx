import type { ComponentProps, MouseEvent, ReactNode } from 'react'

import { cx } from './class-names.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from './link-styles.ts'
import { SpinnerRing } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Work is under way: the button keeps its width and its focus, shows a spinner and ignores clicks. */
  busy?: boolean
  /** Shown beside the spinner, where the button is wide enough for both. */
  busyText?: string
}

/**
 * The button. While busy it is not `disabled`, because a disabled element loses the keyboard's focus; a click
 * is swallowed instead, which also stops a second submit of the form around it.
 */
export function Button({ variant, size, busy = false, busyText, className, onClick, children, ...rest }: ButtonProps) {
  const swallowWhileBusy = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, className)}
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
  /** What the button does: its accessible name and its tooltip. */
  label: string
  children: ReactNode
}

/** A 44 px square button with an icon for a face; the icon itself is hidden from screen readers. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={cx('icon-btn', className)} aria-label={label}>
      {/* On the button the title would be heard as well, after the name. */}
      <span aria-hidden="true" title={label} className="grid size-full place-items-center">
        {children}
      </span>
    </button>
  )
}
