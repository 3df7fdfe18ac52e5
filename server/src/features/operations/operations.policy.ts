import type { ErrorCode } from '@kundig/contract/errors'
import { mayDoAs, type OperatorRole } from '@kundig/contract/operations/operator-roles'

/** May somebody with a role do what needs another one? Null: yes. */
export function operationRefusal(role: OperatorRole, needed: OperatorRole): ErrorCode | null {
  return mayDoAs(role, needed) ? null : 'ROLE_NEEDED'
}
