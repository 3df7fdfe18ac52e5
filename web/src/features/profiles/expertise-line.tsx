import type { Language } from '@kundig/contract/languages'
import { type Category, expertiseLabel } from '@kundig/contract/profiles/categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { cx } from '../../design-system/class-names.ts'
import { Tile } from '../../design-system/tiles/tile.tsx'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { pickMotif } from './category-motif.ts'

/**
 * Someone's field in the reader's language, with its tile. Long labels are cut to one line by the parent's width.
 * @param shortLabels what the categories are called on narrow screens, where the whole name has no room
 */
export function ExpertiseLine({
  profile,
  size = 14,
  shortLabels,
  className,
}: {
  profile: Pick<Profile, 'expertise'>
  size?: number
  shortLabels?: Record<Category, Record<Language, string>>
  className?: string
}) {
  const language = useLanguage()
  const { expertise } = profile
  const short = typeof expertise === 'string' ? shortLabels?.[expertise][language] : undefined
  return (
    <span className={cx('flex min-w-0 items-center gap-1.5 text-sm text-ink-2', className)}>
      <Tile motif={pickMotif(expertise)} size={size} className="rounded-[3px]" />
      {short !== undefined && <span className="truncate md:hidden">{short}</span>}
      <span className={cx('truncate', short !== undefined && 'max-md:hidden')}>
        {expertiseLabel(expertise, language)}
      </span>
    </span>
  )
}
