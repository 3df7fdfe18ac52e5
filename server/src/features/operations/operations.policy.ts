import type { ErrorCode } from '@kundig/contract/errors'
import { mayDoAs, type OperatorRole } from '@kundig/contract/operations/operator-roles'

export function operationRefusal(role: OperatorRole, needed: OperatorRole): ErrorCode | null {
  return mayDoAs(role, needed) ? null : 'ROLE_NEEDED'
}
