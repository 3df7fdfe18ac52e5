import type { NoteFailure } from '../../../failures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { drain } from '../../../platform/jobs/drain.ts'
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

/** Of a connected account: what goes out of its balance. */
const ABOUT_PAYOUT = /^payout\./u
/** After these the refunds of a payment are others than before. */
const ABOUT_REFUND = /^(?:refund\.|charge\.refund)/u
/** After these a card was declined. */
const FAILED: readonly string[] = ['payment_intent.payment_failed', 'charge.failed', 'setup_intent.setup_failed']
/** After these a dispute is another than before, or there is a warning of one. */
const ABOUT_DISPUTE = /^(?:charge\.dispute\.|radar\.early_fraud_warning\.)/u
/** After these an intent can decide its request. What else happens to it leaves the request pending. */
const DECIDING: readonly string[] = ['payment_intent.succeeded', 'payment_intent.canceled']

export interface StripeEventServiceOptions {
  db: Database
  ourAccount: Pick<OurAccountService, 'livemode'>
  settlement: Pick<SettlementService, 'settle'>
  attempts: Pick<PaymentAttemptService, 'takeInAbout'>
  customers: Pick<CustomerService, 'forgetIfDeleted'>
  sellers: Pick<SellerService, 'publish' | 'refreshByAccount'>
  followers: Pick<Followers, 'onRefundEvent' | 'onDisputeEvent' | 'onMoved' | 'payouts'>
  logger: Logger
  noteFailure: NoteFailure
}

/**
 * Handles Stripe's events. An event only says where to look: what it says of the object may be old, so events may come
 * late, twice and in any order.
 */
export class StripeEventService {
  readonly #deps: StripeEventServiceOptions

  constructor(deps: StripeEventServiceOptions) {
    this.#deps = deps
  }

  async #handle({ id, type, objectId, account }: repository.NewEvent): Promise<void> {
    const { db, settlement, logger, noteFailure, attempts, customers, sellers, followers } = this.#deps
    if (objectId !== null && DECIDING.includes(type)) {
      const requestId = await requests.findIdByIntent(db, objectId)
      if (requestId !== undefined) await settlement.settle(requestId)
      else if (type === 'payment_intent.succeeded') {
        logger.warn({ event: id, payment_intent: objectId }, 'money came for a payment that nobody here knows')
        noteFailure('payment_unknown')
        followers.onMoved()
      }
    } else if (objectId !== null && FAILED.includes(type)) {
      await attempts.takeInAbout(objectId)
    } else if (objectId !== null && ABOUT_REFUND.test(type)) {
      await followers.onRefundEvent(objectId)
    } else if (objectId !== null && ABOUT_DISPUTE.test(type)) {
      await followers.onDisputeEvent(objectId)
    } else if (objectId !== null && type === 'customer.deleted') {
      await customers.forgetIfDeleted(objectId)
    } else if (objectId !== null && account !== null && ABOUT_PAYOUT.test(type)) {
      const sellerId = await followers.payouts.takeIn(account, objectId)
      if (sellerId !== null) await sellers.publish(sellerId)
    } else if (objectId?.startsWith('acct_') === true && ABOUT_ACCOUNT.test(type)) {
      await sellers.refreshByAccount(objectId)
    }
    await repository.markHandled(db, id)
  }

  /**
   * Takes an event whose signature was checked. One that was handled before changes nothing; one of an unknown type is
   * stored, and nothing else happens; so is one of the other mode: to endpoints for connected accounts Stripe sends both
   * (https://docs.stripe.com/connect/webhooks).
   * @param livemode whether it is about money; undefined where it does not say
   * @throws whatever handling it throws: the event is then still to be handled
   */
  async receive(event: repository.NewEvent, livemode?: boolean): Promise<void> {
    if (await repository.record(this.#deps.db, event)) return
    const isOurs = livemode === undefined || livemode === this.#deps.ourAccount.livemode
    await (isOurs ? this.#handle(event) : repository.markHandled(this.#deps.db, event.id))
  }

  /** Tries those again that are still to be handled, though they came a while ago. */
  async handleDue(leaving: AbortSignal): Promise<void> {
    const queue = repository.eventQueue
    await drain(this.#deps, queue, (event) => this.#handle(event), { failure: 'stripe_event', leaving })
  }

  /** Deletes the oldest of those that came so long ago (ms) and were handled. @returns how many it deleted; at most `limit` */
  forgetOld(limit: number, olderThanMs: number): Promise<number> {
    return repository.forgetOld(this.#deps.db, limit, olderThanMs)
  }
}
