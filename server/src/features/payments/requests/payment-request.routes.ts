import { implementation, requireViewer } from '../../../implementation.ts'
import type { RefundRequestService } from '../refunds/refund-request.service.ts'
import type { RefundService } from '../refunds/refund.service.ts'
import type { PaymentRequestService } from './payment-request.service.ts'

/** The payment request procedures of the contract, for whoever is logged in. */
export function paymentRequestProcedures({
  requests,
  refunds,
  refundRequests,
}: {
  requests: PaymentRequestService
  refunds: Pick<RefundService, 'refund'>
  refundRequests: Pick<RefundRequestService, 'request' | 'withdraw' | 'decline'>
}) {
  const { payments } = implementation
  return {
    ask: payments.ask.handler(({ context, input }) => requests.ask(requireViewer(context).userId, input)),
    request: payments.request.handler(({ context, input }) => requests.get(requireViewer(context).userId, input.id)),
    clientSecret: payments.clientSecret.handler(({ context, input }) =>
      requests.clientSecret(requireViewer(context).userId, input.id),
    ),
    decline: payments.decline.handler(({ context, input }) =>
      requests.decline(requireViewer(context).userId, input.id),
    ),
    withdraw: payments.withdraw.handler(({ context, input }) =>
      requests.withdraw(requireViewer(context).userId, input.id),
    ),
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
    updateStatus: payments.updateStatus.handler(({ context, input }) =>
      requests.updateStatus(requireViewer(context).userId, input),
    ),
  }
}
