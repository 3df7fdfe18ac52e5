import type { ErrorCode } from '@kundig/contract/errors'

interface Reading {
  profile: { id: string; isPublic: boolean; hiddenAt: Date | null }
  viewerId: string | null
  /** True when the two share a connection request or a room. */
  isCounterpart: boolean
}

/** Checks if a person may read the profile; null permits. Only the owner may read a profile that a decision hides. */
export function findReadRefusal({ profile, viewerId, isCounterpart }: Reading): ErrorCode | null {
  // One answer for everyone (spec 6): a logged-in person could log out and read it.
  const isShown = profile.isPublic || (isCounterpart && profile.hiddenAt === null)
  return isShown || profile.id === viewerId ? null : 'PROFILE_NOT_PUBLIC'
}

/** Checks if a person may know of the profile, to block its owner; null permits. */
export function findKnowRefusal({ profile, viewerId, isCounterpart }: Reading): ErrorCode | null {
  return isCounterpart ? null : findReadRefusal({ profile, viewerId, isCounterpart })
}

export function findWriteRefusal({ profileId, viewerId }: { profileId: string; viewerId: string }): ErrorCode | null {
  return profileId === viewerId ? null : 'FORBIDDEN'
}
