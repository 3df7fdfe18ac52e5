import type { ErrorCode } from '@kundig/contract/errors'

/** May this person see or end the session? Null: yes. Somebody else's is as one that is not there. */
export function endRefusal(session: { userId: string } | undefined, viewerId: string): ErrorCode | null {
  return session?.userId === viewerId ? null : 'SESSION_NOT_FOUND'
}

/** May someone on who had to type the password, given whether there is one and what was typed matches it? Null: yes. */
export function currentPasswordRefusal(current: { hasPassword: boolean; matches: boolean }): ErrorCode | null {
  if (!current.hasPassword) return 'NO_PASSWORD'
  return current.matches ? null : 'WRONG_PASSWORD'
}
