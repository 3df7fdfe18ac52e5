import { implementation, requireViewer } from '../../implementation.ts'
import type { RefundRequestService } from './refunding/refund-request.service.ts'
import type { RefundService } from './refunding/refund.service.ts'

export function createRefundProcedures({
  refunds,
  refundRequests,
}: {
  refunds: Pick<RefundService, 'refund'>
  refundRequests: Pick<RefundRequestService, 'request' | 'withdraw' | 'decline'>
}) {
  const { payments } = implementation
  return {
    refund: payments.refund.handler(({ context, input }) => refunds.refund(requireViewer(context).userId, input)),
    requestRefund: payments.requestRefund.handler(({ context, input }) =>
      refundRequests.request(requireViewer(context).userId, input),
    ),
    withdrawRefundRequest: payments.withdrawRefundRequest.handler(({ context, input }) =>
      refundRequests.withdraw(requireViewer(context).userId, input),
    ),
    declineRefundRequest: payments.declineRefundRequest.handler(({ context, input }) =>
      refundRequests.decline(requireViewer(context).userId, input),
    ),
  }
}
