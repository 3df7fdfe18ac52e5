import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { authorize } from '../../authorize.ts'
import { implementation } from '../../implementation.ts'
import type { AuditLogService } from './audit-log.service.ts'
import { operationRefusal } from './operations.policy.ts'
import { presentOperator } from './operations.presenter.ts'
import type { OperatorService, RoleChange } from './operator.service.ts'

const REFUSALS = {
  'no owner': 'ROLE_NEEDED',
  'no account': 'NO_SUCH_ACCOUNT',
  'not confirmed': 'ACCOUNT_NOT_CONFIRMED',
  'last owner': 'LAST_OWNER',
} as const satisfies Record<Exclude<RoleChange, 'changed' | 'unchanged'>, ErrorCode>

/** The procedures of whoever runs the site. */
export function operationsProcedures({
  operators,
  auditLog,
}: {
  operators: OperatorService
  auditLog: AuditLogService
}) {
  // Before anything else, its input included: whoever has no role learns nothing but that there is no such address.
  const operations = implementation.operations.use(async ({ context: { viewer }, next }) => {
    const role = viewer && (await operators.roleOf(viewer.userId))
    if (viewer === null || role === null) throw new Refusal('NOT_FOUND')
    return next({ context: { operator: { userId: viewer.userId, role } } })
  })
  const list = async () => ({ items: (await operators.list()).map(presentOperator) })
  return {
    me: operations.me.handler(({ context }) => ({ role: context.operator.role })),
    operators: operations.operators.handler(list),
    changeRole: operations.changeRole.handler(async ({ context: { operator }, input }) => {
      authorize(operationRefusal(operator.role, 'owner'))
      const outcome = await operators.change(input.email, input.role, operator.userId)
      if (outcome !== 'changed' && outcome !== 'unchanged') throw new Refusal(REFUSALS[outcome], 'email')
      return list()
    }),
    auditLog: operations.auditLog.handler(({ input }) => auditLog.page(input.before)),
  }
}
