import { DelayedAnnouncement } from '../announced.tsx'
import { cx } from '../class-names.ts'

const nearLimit = 0.9

/** Announces `label` ("480 of 500 characters") when typing pauses, once the text reaches 90 % of the limit. */
export function CharacterCount({
  count,
  max,
  locale,
  label,
  className,
}: {
  count: number
  max: number
  locale: string
  label: (count: string, max: string) => string
  className?: string
}) {
  const near = count >= max * nearLimit
  const over = count > max
  const used = count.toLocaleString(locale)
  const limit = max.toLocaleString(locale)
  return (
    <p
      className={cx(
        'num text-xs',
        over ? 'font-semibold text-danger' : near ? 'font-medium text-pending' : 'text-ink-3',
        className,
      )}
    >
      <span aria-hidden="true">{`${used} / ${limit}`}</span>
      <DelayedAnnouncement text={near ? label(used, limit) : ''} />
    </p>
  )
}
