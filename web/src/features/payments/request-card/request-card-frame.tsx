import type { ReactNode } from 'react'

import { cx } from '../../../design-system/class-names.ts'
import { useKeptFocus } from '../../../design-system/use-kept-focus.ts'
import { PaymentDescription } from './payment-description.tsx'

import './request-card-frame.css'

const STRIP = ['bg-t-plum', 'bg-t-yellow', 'bg-t-green', 'bg-t-cobalt', 'bg-t-rust'] as const

export interface RequestCardFrameProps {
  id: string
  label: string
  title: string
  badge?: ReactNode
  amount: string
  description: string
  note?: ReactNode
  compact?: boolean
  children: ReactNode
}

export function RequestCardFrame({
  id,
  label,
  title,
  badge,
  amount,
  description,
  note,
  compact = false,
  children,
}: RequestCardFrameProps) {
  // Keeps the focus on the card. After an answer to the request, the pressed button and its dialog disappear.
  const kept = useKeptFocus<HTMLDivElement>()
  return (
    <div {...kept} id={id} role="group" aria-label={label} tabIndex={-1} className="request-card">
      <div className="request-card-strip flex h-2" aria-hidden="true">
        {STRIP.map((colour) => (
          <i key={colour} className={cx('flex-1', colour)} />
        ))}
      </div>
      {compact ? (
        <div className="flex items-start justify-between gap-3 px-4 py-3.5">
          <div className="min-w-0 pt-1 text-sm text-ink-2">
            <p className="wrap-anywhere">{title}</p>
            {description !== '' && <PaymentDescription text={description} className="mt-0.5" />}
          </div>
          <p translate="no" className="num flex-none font-display text-xl font-bold">
            {amount}
          </p>
        </div>
      ) : (
        <div className="px-4 pt-3.5 pb-4">
          <p className="flex min-h-6 items-center justify-between gap-2 text-sm text-ink-2">
            <span className="min-w-0 wrap-anywhere">{title}</span>
            {badge}
          </p>
          <p
            translate="no"
            className="num mt-2 font-display text-[2rem] leading-9 font-bold tracking-tight wrap-anywhere"
          >
            {amount}
          </p>
          {description !== '' && <PaymentDescription text={description} className="mt-1 text-sm text-ink-2" />}
          {note && <p className="mt-1 text-sm text-ink-2">{note}</p>}
        </div>
      )}
      <div className="request-card-cut" />
      {children}
    </div>
  )
}
