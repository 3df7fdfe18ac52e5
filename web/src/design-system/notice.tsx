import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { cx } from './class-names.ts'

const TONES = {
  danger: { box: 'bg-danger-soft text-danger', sign: '', icon: <CircleAlert size={18} /> },
  pending: { box: 'bg-pending-soft text-ink', sign: 'text-pending', icon: <TriangleAlert size={18} /> },
  info: { box: 'bg-info-soft text-ink-2', sign: 'text-info', icon: <Info size={18} /> },
} as const

export interface NoticeProps {
  tone: keyof typeof TONES
  icon?: ReactNode
  title?: string
  className?: string
  children?: ReactNode
}

export function Notice({ tone, icon, title, className, children }: NoticeProps) {
  const { box, sign, icon: own } = TONES[tone]
  return (
    <div className={cx('flex gap-2.5 rounded-md px-3.5 py-3 text-sm', box, className)}>
      <span aria-hidden="true" className={cx('mt-px flex-none', sign)}>
        {icon ?? own}
      </span>
      <div className={cx('grid min-w-0 gap-0.5', tone === 'danger' && title === undefined && 'font-medium')}>
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
