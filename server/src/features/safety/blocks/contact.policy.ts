import type { ErrorCode } from '@kundig/contract/errors'

/** May one of two people ask the other for contact? Null: yes. Only who blocked learns of a block. */
export function contactRefusal({ byOne, byOther }: { byOne: boolean; byOther: boolean }): ErrorCode | null {
  if (byOne) return 'BLOCKED_BY_YOU'
  return byOther ? 'NOT_TAKING_REQUESTS' : null
}
