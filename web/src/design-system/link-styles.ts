import { cx } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

/** Classes that make a link look like a button. For keyboards and screen readers it remains a link. */
export function toButtonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', className?: string): string {
  return cx('btn', `btn-${variant}`, `btn-${size}`, className)
}

export const textLinkClass = 'text-link'
