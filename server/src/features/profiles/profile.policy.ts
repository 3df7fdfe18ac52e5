import type { ErrorCode } from '@kundig/contract/errors'

interface Reading {
  profile: { id: string; isPublic: boolean; hiddenAt: Date | null }
  viewerId: string | null
  /** True when viewer and owner share a connection request or a room. */
  isCounterpart: boolean
}

/** Returns null if a person may read the profile. Only the owner may read a profile that a decision hides. */
export function findReadRefusal({ profile, viewerId, isCounterpart }: Reading): ErrorCode | null {
  // Everyone may read a public profile (spec 6), because a refused person could log out and read it.
  const isShown = profile.isPublic || (isCounterpart && profile.hiddenAt === null)
  return isShown || profile.id === viewerId ? null : 'PROFILE_NOT_PUBLIC'
}

/** Returns null if a person may know that the profile exists, in order to block its owner. */
export function findDisclosureRefusal({ profile, viewerId, isCounterpart }: Reading): ErrorCode | null {
  return isCounterpart ? null : findReadRefusal({ profile, viewerId, isCounterpart })
}

export function findWriteRefusal({ profileId, viewerId }: { profileId: string; viewerId: string }): ErrorCode | null {
  return profileId === viewerId ? null : 'FORBIDDEN'
}
