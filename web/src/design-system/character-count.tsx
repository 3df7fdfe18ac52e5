import { useEffect, useState } from 'react'

import { cx } from './class-names.ts'

const nearLimit = 0.9
const announceAfterMs = 900

/**
 * How much of a limited text is used. Shown as figures; from nine tenths on, `label` ("480 of 500 characters") is
 * also announced, once typing pauses.
 */
export function CharacterCount({
  count,
  max,
  label,
  className,
}: {
  count: number
  max: number
  label: string
  className?: string
}) {
  const near = count >= max * nearLimit
  const over = count > max
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(near ? label : ''), announceAfterMs)
    return () => clearTimeout(timer)
  }, [near, label])
  return (
    <p
      className={cx(
        'num text-xs',
        over ? 'font-semibold text-danger' : near ? 'font-medium text-pending' : 'text-ink-3',
        className,
      )}
    >
      <span aria-hidden="true">
        {count} / {max}
      </span>
      <output className="sr-only">{announced}</output>
    </p>
  )
}
