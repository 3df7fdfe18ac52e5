import type { ErrorCode } from '@kundig/contract/errors'

/** Only the blocking person learns of a block. */
export function findContactRefusal({ byOne, byOther }: { byOne: boolean; byOther: boolean }): ErrorCode | null {
  if (byOne) return 'BLOCKED_BY_YOU'
  return byOther ? 'NOT_TAKING_REQUESTS' : null
}
