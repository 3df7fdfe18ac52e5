import type { Stripe } from 'stripe'

import type { PaymentDecision } from '@kundig/contract/payments/payment-life-cycle'

import type { DomainEvents } from '../../../domain-events.ts'
import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { PublishDedupe } from '../../../platform/live/publish-dedupe.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { RoomService } from '../../chat/rooms/room.service.ts'
import type { OurAccountService } from '../our-account.service.ts'
import { belongsToAccount } from '../our-account.ts'
import type { IssueReceipt, PaymentReceipts } from '../ports.ts'
import type { SellerService } from '../selling/seller.service.ts'
import {
  cancelIntent,
  createIntent,
  findDifferences,
  endingBy,
  isConsumed,
  isPayable,
  isReplaced,
  needsBuyer,
  statusBy,
} from './payment-intent.ts'
import { toEnding } from './payment-request.presenter.ts'
import * as repository from './payment-request.repository.ts'

export interface SettlementServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  sellers: Pick<SellerService, 'payableAccount'>
  rooms: RoomService
  messages: PaymentMessageService
  domainEvents: DomainEvents
  receipts: PaymentReceipts
  logger: Logger
  recordFailure: RecordFailure
  /** Called when money came; never throws. */
  onMoved: () => void
}

/**
 * The only place that decides payment requests, for every trigger: the buyer, Stripe or the reconciliation. Trusts none
 * of them, and reads from Stripe.
 */
export class SettlementService {
  readonly #deps: SettlementServiceOptions
  readonly #published = new PublishDedupe()

  constructor(deps: SettlementServiceOptions) {
    this.#deps = deps
  }

  /** Publishes a decision that this server has not published: an earlier try may have stopped at its commit. */
  async #publishDecided(tx: Transaction, afterCommit: AfterCommit, row: repository.PublishedRow): Promise<void> {
    if (row.status === 'pending' || this.#published.has(row.id, 'decided')) return
    const publish = this.#published.unlessPublished(afterCommit, row.id, 'decided')
    await this.#deps.messages.republishChange(tx, publish, row.roomId, row.seq)
    await this.#deps.rooms.publishUpdated(tx, publish, row.roomId)
  }

  /** Publishes a request's decision, if any, unless this server has published it. */
  async republishDecided(row: repository.PaymentRequestRow | undefined): Promise<void> {
    if (!repository.isPublished(row) || row.status === 'pending' || this.#published.has(row.id, 'decided')) return
    await this.#deps.db.transaction((tx, afterCommit) => this.#publishDecided(tx, afterCommit, row))
  }

  /**
   * Decides a request. Request and message are one row; the room's latest change goes with it (spec 4). Under
   * concurrent calls exactly one decides. Reads the message for both people before the commit: when that fails, nothing
   * is decided. The same commit issues a payment's receipt.
   * @param intent null when Stripe cannot be read
   * @param issueReceipt null unless the payment succeeded
   */
  async #decide(
    id: string,
    status: PaymentDecision,
    intent: Stripe.PaymentIntent | null,
    issueReceipt: IssueReceipt | null,
  ): Promise<repository.PaymentRequestRow | undefined> {
    const { db, logger, onMoved, domainEvents, messages, rooms } = this.#deps
    return db.transaction(async (tx, afterCommit) => {
      const before = await repository.findByIdForUpdate(tx, id)
      if (!repository.isPublished(before)) return before
      if (before.status !== 'pending') {
        await this.#publishDecided(tx, afterCommit, before)
        return before
      }
      if (intent && status === 'rejected' && isReplaced(before, intent)) return before
      const endedBy = status !== 'rejected' ? null : intent ? endingBy(intent) : 'failed'
      const after = await repository.setStatus(tx, id, status, endedBy)
      const ending = toEnding(after)
      afterCommit(() => logger.info({ payment_request: id, status, ended_by: ending }, 'payment request decided'))
      if (status === 'completed') afterCommit(onMoved)
      const publish = this.#published.unlessPublished(afterCommit, id, 'decided')
      await domainEvents.dismiss(tx, afterCommit, {
        recipientId: before.buyerId,
        kinds: ['payment_requested', 'payment_needs_buyer', 'payment_reminder'],
        subjectId: id,
      })
      if (status === 'completed' || ending === 'expired') {
        const { buyerId, sellerId } = before
        await domainEvents.record(tx, afterCommit, {
          ...aboutPayment(before),
          kind: status === 'completed' ? 'payment_received' : 'payment_expired',
          recipientId: sellerId,
          actorId: buyerId,
        })
      }
      const issue = issueReceipt ? () => issueReceipt(tx, after) : undefined
      await messages.recordChange(tx, publish, before.roomId, before.seq, issue)
      await rooms.publishUpdated(tx, publish, before.roomId)
      return after
    })
  }

  /**
   * Decides a request by its intent.
   * @param intent Stripe's current value
   * @returns the current request; pending when Stripe gives no reason to decide it
   */
  async settleBy(
    row: repository.PublishedRow,
    intent: Stripe.PaymentIntent,
  ): Promise<repository.PaymentRequestRow | undefined> {
    const status = statusBy(row, intent)
    if (status !== 'pending') {
      return this.#decide(
        row.id,
        status,
        intent,
        status === 'completed' ? await this.#deps.receipts.prepare(intent) : null,
      )
    }
    if (intent.status === 'succeeded') {
      // A manual change at Stripe or a mistake of ours: the money differs from the request.
      this.#deps.logger.error(
        { payment_request: row.id, payment_intent: intent.id, differs: findDifferences(row, intent) },
        'a payment succeeded that is not the one that was asked for; it stays pending until a person has looked',
      )
      this.#deps.recordFailure('payment_unknown')
    }
    return row
  }

  /**
   * Ends a request of another Stripe account or mode than ours: it cannot be paid, and the current account does not
   * have it. An unpublished one is removed.
   * @returns the current request; null when its payment is ours
   * @throws Refusal PROVIDER_UNAVAILABLE while our account is unknown
   */
  async rejectForeign(row: repository.PaymentRequestRow): Promise<repository.PaymentRequestRow | undefined | null> {
    if (belongsToAccount(row, await this.#deps.ourAccount.now())) return null
    if (row.status !== 'pending') return row
    if (!repository.isPublished(row)) {
      await repository.removeUnpublished(this.#deps.db, row.id)
      return undefined
    }
    this.#deps.logger.warn(
      { payment_request: row.id, payment_intent: row.stripePaymentIntentId, account: row.stripeAccount },
      'a payment request ends, as its payment is with another account at stripe',
    )
    return this.#decide(row.id, 'rejected', null, null)
  }

  /** Returns the id of a request's existing or new intent; null when its key gives none. */
  async #intentUnderKey(row: repository.PaymentRequestRow): Promise<string | null> {
    try {
      return (await createIntent(this.#deps.stripe, row)).id
    } catch (error) {
      if (isConsumed(error)) return null
      throw error
    }
  }

  /** True while the seller can be paid: only then is a buyer reminded. */
  async #canReceive({ sellerId }: repository.PublishedRow): Promise<boolean> {
    return (await this.#deps.sellers.payableAccount(sellerId)) !== null
  }

  /**
   * Notifies the buyer of a started payment that needs them, or of a request that ends soon. Each is sent once per
   * request, and not for one about to be cancelled.
   * @param also writes in the same transaction
   */
  async #remindBuyer(
    row: repository.PublishedRow,
    kind: 'payment_needs_buyer' | 'payment_reminder',
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const now = await repository.findByIdForUpdate(tx, row.id)
      if (now?.status !== 'pending') return
      await also?.(tx)
      if (now.cancelledAs !== null) return
      const event = { ...aboutPayment(row), kind, recipientId: row.buyerId, actorId: row.sellerId }
      await this.#deps.domainEvents.record(tx, afterCommit, event)
    })
  }

  /** Reads the intent with its charge, which has the payment method. */
  #retrieve(row: repository.PublishedRow): Promise<Stripe.PaymentIntent> {
    return this.#deps.stripe.paymentIntents.retrieve(row.stripePaymentIntentId, { expand: ['latest_charge'] })
  }

  /**
   * Cancels a request's payment, and decides the request by the result.
   * @param reason as of `cancelIntent`
   * @returns the current request; pending when the money is on its way
   * @throws what Stripe's SDK and the database throw, when the outcome is unknown
   */
  async cancelPayment(
    row: repository.PublishedRow,
    reason: 'abandoned' | 'requested_by_customer',
  ): Promise<repository.PaymentRequestRow | undefined> {
    const others = await this.rejectForeign(row)
    if (others !== null) return others
    const intent = await cancelIntent(this.#deps.stripe, row.stripePaymentIntentId, reason)
    // This ending takes precedence over a replacement of the intent.
    const isReplacing = intent.status === 'canceled' && intent.cancellation_reason === 'duplicate'
    return this.settleBy(row, isReplacing ? { ...intent, cancellation_reason: reason } : intent)
  }

  /**
   * Reads a request's payment from Stripe, and decides the request if possible.
   * @returns the current request; undefined for an unknown id
   * @throws what Stripe's SDK and the database throw
   */
  async settle(id: string): Promise<repository.PaymentRequestRow | undefined> {
    const row = await repository.findById(this.#deps.db, id)
    if (!repository.isPublished(row) || row.status !== 'pending') {
      await this.republishDecided(row)
      return row
    }
    const others = await this.rejectForeign(row)
    if (others !== null) return others
    return this.settleBy(row, await this.#retrieve(row))
  }

  /**
   * Settles a request whose buyer started to pay a while ago. Notifies the buyer when the bank needs them or the card
   * was refused.
   * @returns its intent, if it was read from Stripe
   * @throws what Stripe's SDK and the database throw
   */
  async settleLate(id: string): Promise<Stripe.PaymentIntent | undefined> {
    const row = await repository.findById(this.#deps.db, id)
    if (!repository.isPublished(row) || row.status !== 'pending') {
      await this.republishDecided(row)
      return undefined
    }
    if ((await this.rejectForeign(row)) !== null) return undefined
    const intent = await this.#retrieve(row)
    const now = await this.settleBy(row, intent)
    if (now?.status === 'pending' && needsBuyer(intent) && (await this.#canReceive(row)))
      await this.#remindBuyer(row, 'payment_needs_buyer')
    return intent
  }

  /**
   * Reminds the buyer of a request that ends soon, unless it is paid or the money is on its way. Its next step is then
   * its expiry.
   * @throws what Stripe's SDK and the database throw; then no reminder was sent
   */
  async remindOfEnd(row: repository.PublishedRow): Promise<void> {
    if ((await this.rejectForeign(row)) !== null) return
    const intent = await this.#retrieve(row)
    const now = await this.settleBy(row, intent)
    if (now?.status !== 'pending') return
    const awaitExpiry = (tx: Executor) => repository.awaitExpiry(tx, row.id)
    if (isPayable(intent) && (await this.#canReceive(row)))
      await this.#remindBuyer(row, 'payment_reminder', awaitExpiry)
    else await awaitExpiry(this.#deps.db)
  }

  /**
   * Removes an unpublished request, after cancelling its intent, if any. Its key finds the intent: Stripe returns the
   * first one, or makes one now. A request published at this very moment stays, with a cancelled intent, and the next
   * settlement rejects it.
   * @throws what Stripe's SDK and the database throw; then it still exists
   */
  async cancel(row: repository.PaymentRequestRow): Promise<void> {
    if ((await this.rejectForeign(row)) !== null) return
    const id = await this.#intentUnderKey(row)
    if (id !== null) {
      const { status } = await cancelIntent(this.#deps.stripe, id, 'abandoned')
      if (status !== 'canceled') throw new Error('The intent of a request that nobody has seen could not be cancelled')
    }
    await repository.removeUnpublished(this.#deps.db, row.id)
  }
}

const aboutPayment = ({ id, roomId, amount, currency }: repository.PublishedRow) => ({
  subjectId: id,
  roomId,
  amount,
  currency,
})
