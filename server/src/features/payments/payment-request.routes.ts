import { implementation, requireViewer } from '../../implementation.ts'
import type { PaymentRequestService } from './payment-request.service.ts'

/** The payment request procedures of the contract, for whoever is logged in. */
export function paymentRequestProcedures(requests: PaymentRequestService) {
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
    updateStatus: payments.updateStatus.handler(({ context, input }) =>
      requests.updateStatus(requireViewer(context).userId, input),
    ),
  }
}
