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

/** Label for a state. The text must carry the meaning, because colour alone is not enough. Icons are 14 px. */
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

/** Red count; hidden at zero, "99+" above 99. @param label text that screen readers read instead, such as "3 new" */
export function CountBadge({ count, hasNew = false, label, className }: CountBadgeProps) {
  if (count <= 0 && !hasNew) return null
  return (
    <span className={cx('count', count <= 0 && 'count-mark', className)}>
      {count > 0 && <span aria-hidden="true">{count > highestShown ? `${highestShown}+` : count}</span>}
      {/* The space separates the label from the word before it in the accessible name. */}
      <span className="sr-only">{` ${label}`}</span>
    </span>
  )
}
