import { implementation, requireViewer } from '../../../implementation.ts'
import type { RefundRequestService } from '../refunds/refund-request.service.ts'
import type { RefundService } from '../refunds/refund.service.ts'
import type { PaymentEndingService } from './payment-ending.service.ts'
import type { PaymentRequestService } from './payment-request.service.ts'

/** The payment request procedures of the contract, for whoever is logged in. */
export function paymentRequestProcedures({
  requests,
  endings,
  refunds,
  refundRequests,
}: {
  requests: PaymentRequestService
  endings: PaymentEndingService
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
    decline: payments.decline.handler(({ context, input }) => endings.decline(requireViewer(context).userId, input.id)),
    withdraw: payments.withdraw.handler(({ context, input }) =>
      endings.withdraw(requireViewer(context).userId, input.id),
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
      endings.updateStatus(requireViewer(context).userId, input),
    ),
  }
}
