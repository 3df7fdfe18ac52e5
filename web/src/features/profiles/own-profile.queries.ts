import { useQuery } from '@tanstack/react-query'

import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'

import { isOwnProfile, profileQuery } from './profile.queries.ts'

function requireOwn(profile: Profile | OwnProfile): OwnProfile {
  if (!isOwnProfile(profile)) throw new Error('Answered as to somebody else')
  return profile
}

/** One's own profile. */
export function useOwnProfile(id: string) {
  return useQuery({ ...profileQuery(id), select: requireOwn })
}
