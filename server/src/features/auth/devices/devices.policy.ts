import type { ErrorCode } from '@kundig/contract/errors'

/** Returns null if the viewer may end the session. Another person's session counts as missing. */
export function findSessionEndRefusal(session: { userId: string } | undefined, viewerId: string): ErrorCode | null {
  return session?.userId === viewerId ? null : 'SESSION_NOT_FOUND'
}

export function findCurrentPasswordRefusal(current: { hasPassword: boolean; matches: boolean }): ErrorCode | null {
  if (!current.hasPassword) return 'NO_PASSWORD'
  return current.matches ? null : 'WRONG_PASSWORD'
}
