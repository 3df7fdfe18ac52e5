import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { PaymentAttemptService } from '../attempts/payment-attempt.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import type { OurAccountService } from '../our-account.service.ts'
import type { Followers } from '../ports.ts'
import type { SellerService } from '../selling/seller.service.ts'
import * as requests from '../settlement/payment-request.repository.ts'
import type { SettlementService } from '../settlement/settlement.service.ts'
import { ABOUT_ACCOUNT } from './sent-event.ts'
import * as repository from './stripe-event.repository.ts'

const ABOUT_PAYOUT = /^payout\./u
const ABOUT_REFUND = /^(?:refund\.|charge\.refund)/u
const FAILED: readonly string[] = ['payment_intent.payment_failed', 'charge.failed', 'setup_intent.setup_failed']
const ABOUT_DISPUTE = /^(?:charge\.dispute\.|radar\.early_fraud_warning\.)/u
/** Events that can decide a request. After other events, the request stays pending. */
const DECIDING: readonly string[] = ['payment_intent.succeeded', 'payment_intent.canceled']

export interface StripeEventServiceOptions {
  db: Database
  ourAccount: Pick<OurAccountService, 'livemode'>
  settlement: Pick<SettlementService, 'settle'>
  attempts: Pick<PaymentAttemptService, 'recordOfObject'>
  customers: Pick<CustomerService, 'forgetIfDeleted'>
  sellers: Pick<SellerService, 'publish' | 'refreshByAccount'>
  followers: Pick<Followers, 'onRefundEvent' | 'onDisputeEvent' | 'onMoved' | 'payouts'>
  logger: Logger
  recordFailure: RecordFailure
}

/** Reads Stripe's state for each event, because events may be late, repeated and in any order. */
export class StripeEventService {
  readonly #deps: StripeEventServiceOptions

  constructor(deps: StripeEventServiceOptions) {
    this.#deps = deps
  }

  async #handle({ id, type, objectId, account }: repository.NewEvent): Promise<void> {
    const { db, settlement, logger, recordFailure, attempts, customers, sellers, followers } = this.#deps
    if (objectId !== null && DECIDING.includes(type)) {
      const requestId = await requests.findIdByIntent(db, objectId)
      if (requestId !== undefined) await settlement.settle(requestId)
      else if (type === 'payment_intent.succeeded') {
        logger.warn({ event: id, payment_intent: objectId }, 'unmatched payment received')
        recordFailure('payment_unknown')
        followers.onMoved()
      }
    } else if (objectId !== null && FAILED.includes(type)) {
      await attempts.recordOfObject(objectId)
    } else if (objectId !== null && ABOUT_REFUND.test(type)) {
      await followers.onRefundEvent(objectId)
    } else if (objectId !== null && ABOUT_DISPUTE.test(type)) {
      await followers.onDisputeEvent(objectId)
    } else if (objectId !== null && type === 'customer.deleted') {
      await customers.forgetIfDeleted(objectId)
    } else if (objectId !== null && account !== null && ABOUT_PAYOUT.test(type)) {
      const sellerId = await followers.payouts.updateFromStripe(account, objectId)
      if (sellerId !== null) await sellers.publish(sellerId)
    } else if (objectId?.startsWith('acct_') === true && ABOUT_ACCOUNT.test(type)) {
      await sellers.refreshByAccount(objectId)
    }
    await repository.markEventHandled(db, id)
  }

  /**
   * Ignores events that were handled before. Only stores events of an unknown type or of the other mode: Stripe sends
   * both modes to endpoints for connected accounts (https://docs.stripe.com/connect/webhooks).
   * @throws what the handling throws; the event then stays unhandled
   */
  async receive(event: repository.NewEvent, livemode?: boolean): Promise<void> {
    if (await repository.recordStripeEvent(this.#deps.db, event)) return
    const isOurs = livemode === undefined || livemode === this.#deps.ourAccount.livemode
    await (isOurs ? this.#handle(event) : repository.markEventHandled(this.#deps.db, event.id))
  }

  async handleDue(leaving: AbortSignal): Promise<void> {
    const queue = repository.eventQueue
    await drainQueue(this.#deps, queue, (event) => this.#handle(event), { failure: 'stripe_event', leaving })
  }

  forgetOld(limit: number, olderThanMs: number): Promise<number> {
    return repository.deleteOldStripeEvents(this.#deps.db, limit, olderThanMs)
  }
}
