import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'

import { api } from '../../platform/api/client.ts'
import { sessionSignal } from '../../platform/api/session-state.ts'
import { profileQuery } from './profile.queries.ts'

/** Whether a profile came with what only its owner reads. */
export function isOwnProfile(profile: Profile | OwnProfile): profile is OwnProfile {
  return 'email' in profile
}

function requireOwn(profile: Profile | OwnProfile): OwnProfile {
  if (!isOwnProfile(profile)) throw new Error('Answered as to somebody else')
  return profile
}

/** One's own profile. */
export function useOwnProfile(id: string) {
  return useQuery({ ...profileQuery(id), select: requireOwn })
}

async function rememberSaved(queryClient: QueryClient, saved: OwnProfile): Promise<void> {
  queryClient.setQueryData(profileQuery(saved.id).queryKey, saved)
  await queryClient.invalidateQueries({ queryKey: api.profiles.list.key(), refetchType: 'none' })
}

/** Creates or replaces one's own profile. */
export function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    ...api.profiles.save.mutationOptions(),
    onMutate: () => sessionSignal(queryClient),
    // With what only its owner reads.
    onSuccess: (saved, _input, ended) => (ended.aborted ? undefined : rememberSaved(queryClient, saved)),
  })
}

/** Shows one's own new picture (null: none) wherever the profile is shown, without asking for it. */
export function useRememberPicture(): (id: string, address: string | null) => void {
  const queryClient = useQueryClient()
  return (id, address) =>
    queryClient.setQueryData(
      profileQuery(id).queryKey,
      (profile) => profile && { ...profile, profile_picture_url: address },
    )
}
