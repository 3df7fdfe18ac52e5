import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { cx } from '../../design-system/class-names.ts'
import { Tile } from '../../design-system/tiles/tile.tsx'
import { useCategories } from '../../platform/categories/categories.queries.ts'
import { pickMotif } from '../../platform/categories/category-motif.ts'

/** Expertise with its tile. Empty without expertise. @param isShortOnPhones true for short names on narrow screens */
export function ExpertiseLine({
  profile,
  size = 14,
  isShortOnPhones,
  className,
}: {
  profile: Pick<Profile, 'expertise'>
  size?: number
  isShortOnPhones?: boolean
  className?: string
}) {
  const { getLabel, getShortLabel } = useCategories()
  const { expertise } = profile
  const label = getLabel(expertise)
  if (label === '') return null
  const short = isShortOnPhones && typeof expertise === 'string' ? getShortLabel(expertise) : undefined
  return (
    <span className={cx('flex min-w-0 items-center gap-1.5 text-sm text-ink-2', className)}>
      <Tile motif={pickMotif(expertise)} size={size} className="rounded-[3px]" />
      {short !== undefined && <span className="truncate md:hidden">{short}</span>}
      <span className={cx('truncate', short !== undefined && 'max-md:hidden')}>{label}</span>
    </span>
  )
}
