import type { ErrorCode } from '@kundig/contract/errors'

/** Checks if a person may see or end the session; null permits. Another person's session counts as missing. */
export function endRefusal(session: { userId: string } | undefined, viewerId: string): ErrorCode | null {
  return session?.userId === viewerId ? null : 'SESSION_NOT_FOUND'
}

/** Checks the current password for a protected action; null permits. */
export function currentPasswordRefusal(current: { hasPassword: boolean; matches: boolean }): ErrorCode | null {
  if (!current.hasPassword) return 'NO_PASSWORD'
  return current.matches ? null : 'WRONG_PASSWORD'
}
