import type { ReactNode } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import type { ListedProfile } from '@kundig/contract/profiles/profiles.contract'
import { toProfilePath } from '@kundig/contract/site/public-pages'
import { truncate } from '@kundig/contract/texts/truncating'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { Tile } from '../../../design-system/tiles/tile.tsx'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { pickMotif } from '../../../platform/categories/category-motif.ts'
import { MarkedText } from '../../../platform/marked-text.tsx'
import { Link } from '../../../platform/navigation/link.tsx'
import { MeasuredFacts, ProfileFacts } from './profile-facts.tsx'

/** Card of an expert. The link of the name covers the whole card. @param action shown above the link */
export function ExpertCard({ profile, action }: { profile: ListedProfile; action?: ReactNode }) {
  const { getLabel } = useCategories()
  const { bio, match } = profile
  return (
    <article className="card card-link relative flex h-full flex-col p-5">
      <div className="flex items-start justify-between">
        <Avatar id={profile.id} name={profile.full_name} src={profile.profile_picture_url} size={64} decorative />
        <Tile motif={pickMotif(profile.expertise)} size={28} className="rounded-xs" />
      </div>
      <h3 translate="no" className="mt-4 text-[1.1875rem] leading-6">
        <Link href={toProfilePath(profile.id)} className="rounded-xs after:absolute after:inset-0 after:rounded-lg">
          {profile.full_name}
        </Link>
      </h3>
      <p className="mt-0.5 text-sm text-ink-3">{getLabel(profile.expertise)}</p>
      {profile.headline && (
        <p dir="auto" className="mt-3 font-semibold">
          {profile.headline}
        </p>
      )}
      {(match ?? bio) && (
        <p dir="auto" className="mt-3 text-[0.9375rem] leading-[1.5] text-ink-2">
          {match ? <MarkedText parts={match} /> : truncate(bio ?? '', LIMITS.bioOnCard)}
        </p>
      )}
      <ProfileFacts profile={profile} className="mt-3 text-sm text-ink-3" />
      <MeasuredFacts profile={profile} className="mt-1 text-sm text-ink-2" />
      {action && <div className="relative z-10 mt-auto grid pt-5">{action}</div>}
    </article>
  )
}

export function ExpertCardSkeleton() {
  return (
    <div className="card grid content-start p-5">
      <div className="flex items-start justify-between">
        <Skeleton className="size-16 rounded-md" />
        <Skeleton className="size-7" />
      </div>
      <Skeleton className="mt-5 h-5 w-36 max-w-full" />
      <Skeleton className="mt-2.5 h-4 w-28 max-w-full" />
      <Skeleton className="mt-5 h-4" />
      <Skeleton className="mt-2 h-4" />
      <Skeleton className="mt-2 h-4 w-2/3" />
      <Skeleton className="mt-6 h-11 rounded-md" />
    </div>
  )
}
