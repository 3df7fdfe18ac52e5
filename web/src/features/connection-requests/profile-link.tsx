import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { toProfilePath } from '@kundig/contract/site/public-pages'

import { Link } from '../../platform/navigation/link.tsx'

export function ProfileLink({ profile }: { profile: Profile }) {
  return (
    <Link href={toProfilePath(profile.id)} className="decoration-1 underline-offset-3 hover:underline">
      <span translate="no">{profile.full_name}</span>
    </Link>
  )
}
