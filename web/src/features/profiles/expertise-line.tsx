import { expertiseLabel } from '@kundig/contract/profiles/categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { cx } from '../../design-system/class-names.ts'
import { Tile } from '../../design-system/tile.tsx'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { motifOf } from './category-motif.ts'

/** Someone's field in the reader's language, with its tile. Long labels are cut to one line by the parent's width. */
export function ExpertiseLine({
  profile,
  size = 14,
  className,
}: {
  profile: Pick<Profile, 'expertise'>
  size?: number
  className?: string
}) {
  const language = useLanguage()
  return (
    <span className={cx('flex min-w-0 items-center gap-1.5 text-sm text-ink-2', className)}>
      <Tile motif={motifOf(profile.expertise)} size={size} className="rounded-[3px]" />
      <span className="truncate">{expertiseLabel(profile.expertise, language)}</span>
    </span>
  )
}
