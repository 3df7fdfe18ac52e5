import { authorize } from '../../../authorize.ts'
import type { GuardedProcedures } from '../guarded-procedures.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import type { OperatorDisputeService } from './operator-dispute.service.ts'

export function createDisputeProcedures(operations: GuardedProcedures, disputes: OperatorDisputeService) {
  return {
    disputes: operations.disputes.handler(({ context: { operator } }) => disputes.list(operator.userId)),
    lookAtDispute: operations.lookAtDispute.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      return disputes.view(operator.userId, input.id)
    }),
    submitEvidence: operations.submitEvidence.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      return disputes.submit(operator.userId, input)
    }),
  }
}
