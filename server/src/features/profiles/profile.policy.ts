import type { ErrorCode } from '@kundig/contract/errors'

/** What the policy must know of a profile and of who asks. */
interface Reading {
  profile: { id: string; isPublic: boolean; hiddenAt: Date | null }
  viewerId: string | null
  /** Whether the two share a connection request or a room. */
  isCounterpart: boolean
}

/** May this person read this profile? Null: yes. One that a decision hides is read by its owner alone. */
export function readRefusal({ profile, viewerId, isCounterpart }: Reading): ErrorCode | null {
  // One answer for everybody (spec 6): who is logged in could log out and read it.
  const isShown = profile.isPublic || (isCounterpart && profile.hiddenAt === null)
  return isShown || profile.id === viewerId ? null : 'PROFILE_NOT_PUBLIC'
}

/** May this person know that there is this profile, to keep its owner away? Null: yes. */
export function knowRefusal({ profile, viewerId, isCounterpart }: Reading): ErrorCode | null {
  return isCounterpart ? null : readRefusal({ profile, viewerId, isCounterpart })
}

/** May this person write this profile? Null: yes. */
export function writeRefusal({ profileId, viewerId }: { profileId: string; viewerId: string }): ErrorCode | null {
  return profileId === viewerId ? null : 'FORBIDDEN'
}
