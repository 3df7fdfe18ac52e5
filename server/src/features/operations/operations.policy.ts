import type { ErrorCode } from '@kundig/contract/errors'
import { isRoleAtLeast, type OperatorRole } from '@kundig/contract/operations/operator-roles'

export function findOperationRefusal(role: OperatorRole, needed: OperatorRole): ErrorCode | null {
  return isRoleAtLeast(role, needed) ? null : 'ROLE_NEEDED'
}
