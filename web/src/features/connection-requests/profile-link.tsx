import { Link } from '@tanstack/react-router'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

/** A person's name, leading to their profile. */
export function ProfileLink({ profile }: { profile: Profile }) {
  return (
    <Link
      to="/profile/$userId"
      params={{ userId: profile.id }}
      className="decoration-1 underline-offset-3 hover:underline"
    >
      {profile.full_name}
    </Link>
  )
}
