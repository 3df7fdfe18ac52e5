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

/** A small word about a state. The tone never carries the meaning alone: the text does. Icons are drawn at 14 px. */
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
  /** Shows a mark without a figure while the count is zero. */
  hasNews?: boolean | undefined
  label: string
  className?: string
}

/**
 * A red count; nothing at zero, "99+" above 99. `label` is the whole phrase for screen readers, number included
 * ("3 new"), and is read instead of the figure.
 */
export function CountBadge({ count, hasNews = false, label, className }: CountBadgeProps) {
  if (count <= 0 && !hasNews) return null
  return (
    <span className={cx('count', count <= 0 && 'count-mark', className)}>
      {count > 0 && <span aria-hidden="true">{count > highestShown ? `${highestShown}+` : count}</span>}
      {/* The space keeps the phrase apart from the word before it where both make up one name. */}
      <span className="sr-only">{` ${label}`}</span>
    </span>
  )
}
