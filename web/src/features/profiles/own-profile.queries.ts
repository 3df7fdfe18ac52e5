import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'

import { api } from '../../platform/api/client.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { profileQuery } from './profile.queries.ts'

/** True when the profile includes its owner's private fields. */
export function isOwnProfile(profile: Profile | OwnProfile): profile is OwnProfile {
  return 'email' in profile
}

function requireOwnProfile(profile: Profile | OwnProfile): OwnProfile {
  if (!isOwnProfile(profile)) throw new Error('own profile without its private fields')
  return profile
}

export function useOwnProfile(id: string) {
  return useQuery({ ...profileQuery(id), select: requireOwnProfile })
}

async function cacheSavedProfile(queryClient: QueryClient, saved: OwnProfile): Promise<void> {
  queryClient.setQueryData(profileQuery(saved.id).queryKey, saved)
  await queryClient.invalidateQueries({ queryKey: api.profiles.list.key(), refetchType: 'none' })
}

export function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    ...api.profiles.save.mutationOptions(),
    onMutate: () => getSessionSignal(queryClient),
    onSuccess: (saved, _input, ended) => (ended.aborted ? undefined : cacheSavedProfile(queryClient, saved)),
  })
}

/** Returns a function that puts the person's new picture, or null, into all cached profiles. */
export function useRememberPicture(): (id: string, address: string | null) => void {
  const queryClient = useQueryClient()
  return (id, address) =>
    queryClient.setQueryData(
      profileQuery(id).queryKey,
      (profile) => profile && { ...profile, profile_picture_url: address },
    )
}
