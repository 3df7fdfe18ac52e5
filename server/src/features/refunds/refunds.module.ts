import type { Stripe } from 'stripe'

import type { DomainEvents, OperatorAlerts } from '../../domain-events.ts'
import type { RecordFailure } from '../../failure-metrics.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import type { PaymentMessageService } from '../chat/messages/payment-message.service.ts'
import type { OurAccountService } from '../payments/our-account.service.ts'
import type { PaymentsModule } from '../payments/payments.module.ts'
import { DisputeQueueService } from './disputes/dispute-queue.service.ts'
import { DisputeRecordService } from './disputes/dispute-record.service.ts'
import { DisputeService } from './disputes/dispute.service.ts'
import type { RefundReceipts } from './ports.ts'
import { createRefundProcedures } from './refund.routes.ts'
import { RefundRecordService } from './refunding/refund-record.service.ts'
import { RefundRequestService } from './refunding/refund-request.service.ts'
import { RefundResendService } from './refunding/refund-resend.service.ts'
import { RefundService } from './refunding/refund.service.ts'
import { createRefundLimits } from './refunds.limits.ts'

export interface RefundsModuleOptions {
  db: Database
  stripe: Stripe
  ourAccount: OurAccountService
  lower: Pick<PaymentsModule['lower'], 'settlement' | 'sellers' | 'limits'>
  messages: PaymentMessageService
  receipts: RefundReceipts
  domainEvents: DomainEvents
  operatorAlerts: OperatorAlerts
  limits: Limits
  siteSettings: Pick<SiteSettingsStore, 'read'>
  logger: Logger
  recordFailure: RecordFailure
  /** Never throws. */
  onMoved: () => void
}

export function createRefundsModule({ lower, operatorAlerts, siteSettings, ...options }: RefundsModuleOptions) {
  const { settlement, sellers } = lower
  const given = { ...options, settlement, limits: createRefundLimits(options.limits, lower.limits.payment) }
  const record = new RefundRecordService(given)
  const refunds = new RefundService({
    ...given,
    record,
    resends: new RefundResendService({ ...given, sellers }),
    // Stripe refuses to refund the fee of a payment without a fee.
    refundsFee: ({ feeAmount }) => feeAmount > 0 && siteSettings.read().fee.is_refunded,
  })
  const refundRequests = new RefundRequestService(given)
  const disputeRecord = new DisputeRecordService({ ...given, operatorAlerts })
  const disputes = new DisputeService({ ...given, sellers, record: disputeRecord })

  return {
    services: {
      paymentRefunds: refunds.ofOperators,
      refundRequests: refundRequests.ofOperators,
      disputes: new DisputeQueueService({ ...given, disputes }),
    },
    record,
    procedures: createRefundProcedures({ refunds, refundRequests }),
    onRefundEvent: (objectId: string): Promise<void> => record.handleStripeObject(objectId),
    onDisputeEvent: (objectId: string): Promise<void> => disputes.handleStripeObject(objectId),
    advanceDue: async (leaving: AbortSignal): Promise<void> => {
      await refunds.advanceDue(leaving)
      await refundRequests.escalateDue(leaving)
      await disputes.advanceDue(leaving)
    },
  }
}

export type RefundsModule = ReturnType<typeof createRefundsModule>
