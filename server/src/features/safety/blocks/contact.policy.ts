import type { ErrorCode } from '@kundig/contract/errors'

/**
 * Returns why one of two people cannot request contact with the other, or null. Only the blocking person learns of a
 * block.
 */
export function contactRefusal({ byOne, byOther }: { byOne: boolean; byOther: boolean }): ErrorCode | null {
  if (byOne) return 'BLOCKED_BY_YOU'
  return byOther ? 'NOT_TAKING_REQUESTS' : null
}
