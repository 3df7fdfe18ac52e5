import type { ReactNode } from 'react'

import { cx } from './class-names.ts'

export type BadgeTone = 'neutral' | 'pending' | 'success' | 'danger' | 'info'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-surface-3 text-ink-2',
  pending: 'bg-pending-soft text-pending',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

/** A label for a state. The text, not only the tone, carries the meaning. Icons are 14 px. */
export function Badge({
  tone,
  icon,
  className,
  children,
}: {
  tone: BadgeTone
  icon?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <span className={cx('badge', tones[tone], className)}>
      {icon && (
        <span aria-hidden="true" className="contents">
          {icon}
        </span>
      )}
      <span>{children}</span>
    </span>
  )
}

const highestShown = 99

export interface CountBadgeProps {
  count: number
  hasNew?: boolean | undefined
  label: string
  className?: string
}

/** A red count; hidden at zero, "99+" above 99. @param label read by screen readers in place of the figure ("3 new") */
export function CountBadge({ count, hasNew = false, label, className }: CountBadgeProps) {
  if (count <= 0 && !hasNew) return null
  return (
    <span className={cx('count', count <= 0 && 'count-mark', className)}>
      {count > 0 && <span aria-hidden="true">{count > highestShown ? `${highestShown}+` : count}</span>}
      {/* The space separates the phrase from the word before it, because both are part of one accessible name. */}
      <span className="sr-only">{` ${label}`}</span>
    </span>
  )
}
