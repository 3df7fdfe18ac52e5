import { cx } from '../../design-system/class-names.ts'
import { formatFull, formatWhen } from '../../platform/i18n/format.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'

export function RequestWhen({ instant, className }: { instant: string; className?: string }) {
  const language = useLanguage()
  return (
    <time
      dateTime={instant}
      title={formatFull(instant, language)}
      className={cx('num flex-none text-xs text-ink-3', className)}
    >
      {formatWhen(instant, language)}
    </time>
  )
}
