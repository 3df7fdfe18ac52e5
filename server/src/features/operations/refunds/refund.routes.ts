import { authorize } from '../../../authorize.ts'
import type { GuardedProcedures } from '../guarded-procedures.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import type { OperatorRefundRequestService } from './operator-refund-request.service.ts'
import type { OperatorRefundService } from './operator-refund.service.ts'

export function createRefundProcedures(
  operations: GuardedProcedures,
  refunds: OperatorRefundService,
  refundRequests: OperatorRefundRequestService,
) {
  return {
    payment: operations.payment.handler(({ context: { operator }, input }) =>
      refunds.read(
        operator.userId,
        input.reference.toLowerCase().startsWith('pi_') ? input.reference : input.reference.toLowerCase(),
      ),
    ),
    refundPayment: operations.refundPayment.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      return refunds.refund(operator.userId, input)
    }),
    refundRequests: operations.refundRequests.handler(({ context: { operator }, input }) =>
      refundRequests.list(operator.userId, input.cursor),
    ),
    declineRefundRequest: operations.declineRefundRequest.handler(async ({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      await refundRequests.decline(operator.userId, input)
      return {}
    }),
  }
}
