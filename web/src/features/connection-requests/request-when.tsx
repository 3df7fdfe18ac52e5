import { cx } from '../../design-system/class-names.ts'
import { formatFullDateTime, formatTimeOrDay } from '../../platform/i18n/format.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'

export function RequestTime({ instant, className }: { instant: string; className?: string }) {
  const language = useLanguage()
  return (
    <time
      dateTime={instant}
      title={formatFullDateTime(instant, language)}
      className={cx('num flex-none text-xs text-ink-3', className)}
    >
      {formatTimeOrDay(instant, language)}
    </time>
  )
}
