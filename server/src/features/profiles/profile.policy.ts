import type { ErrorCode } from '@kundig/contract/errors'

/** What the policy must know of a profile and of who asks. */
interface Reading {
  profile: { id: string; isPublic: boolean }
  viewerId: string | null
  /** Whether the two share a connection request or a room. */
  isCounterpart: boolean
}

/** May this person read this profile? Null: yes. */
export function readRefusal({ profile, viewerId, isCounterpart }: Reading): ErrorCode | null {
  if (profile.isPublic || profile.id === viewerId || isCounterpart) return null
  // A visitor is told that there is something private (spec 6); someone logged in is told nothing.
  return viewerId === null ? 'PROFILE_NOT_PUBLIC' : 'PROFILE_NOT_FOUND'
}

/** May this person write this profile? Null: yes. */
export function writeRefusal({ profileId, viewerId }: { profileId: string; viewerId: string }): ErrorCode | null {
  return profileId === viewerId ? null : 'FORBIDDEN'
}
