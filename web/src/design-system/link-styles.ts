import { cx } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

/** Button classes for router links, which must stay links for keyboard and screen reader. */
export function toButtonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', className?: string): string {
  return cx('btn', `btn-${variant}`, `btn-${size}`, className)
}

export const textLinkClass = 'text-link'
