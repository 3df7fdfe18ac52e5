import { implementation, requireViewer } from '../../../implementation.ts'
import type { PaymentEndingService } from './payment-ending.service.ts'
import type { PaymentRequestService } from './payment-request.service.ts'

export function createPaymentRequestProcedures({
  requests,
  endings,
}: {
  requests: PaymentRequestService
  endings: PaymentEndingService
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
    updateStatus: payments.updateStatus.handler(({ context, input }) =>
      endings.updateStatus(requireViewer(context).userId, input),
    ),
  }
}
