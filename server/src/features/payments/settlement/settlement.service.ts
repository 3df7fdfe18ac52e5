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
  toIntentEnding,
  needsNewIdempotencyKey,
  isPayable,
  isIntentReplaced,
  isWaitingForBuyer,
  toPaymentStatus,
} from './payment-intent.ts'
import { toPaymentEnding } from './payment-request.presenter.ts'
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
  /** Never throws. */
  onMoved: () => void
}

/** The only code that decides payment requests. Reads the state from Stripe, and trusts no event or call. */
export class SettlementService {
  readonly #deps: SettlementServiceOptions
  readonly #published = new PublishDedupe()

  constructor(deps: SettlementServiceOptions) {
    this.#deps = deps
  }

  /** Publishes a stored decision again, because an earlier try may have stopped after its commit. */
  async #publishDecided(tx: Transaction, afterCommit: AfterCommit, row: repository.PublishedRow): Promise<void> {
    if (row.status === 'pending' || this.#published.has(row.id, 'decided')) return
    const publish = this.#published.unlessPublished(afterCommit, row.id, 'decided')
    await this.#deps.messages.republishChange(tx, publish, row.roomId, row.seq)
    await this.#deps.rooms.publishUpdated(tx, publish, row.roomId)
  }

  async republishDecided(row: repository.PaymentRequestRow | undefined): Promise<void> {
    if (!repository.isPublished(row) || row.status === 'pending' || this.#published.has(row.id, 'decided')) return
    await this.#deps.db.transaction((tx, afterCommit) => this.#publishDecided(tx, afterCommit, row))
  }

  /**
   * Writes request, message, the room's latest change and the receipt in one commit (spec 4). Exactly one concurrent
   * call decides. Reads the message for both people before the commit. If this read fails, nothing is decided.
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
      if (intent && status === 'rejected' && isIntentReplaced(before, intent)) return before
      const endedBy = status !== 'rejected' ? null : intent ? toIntentEnding(intent) : 'failed'
      const after = await repository.setStatus(tx, id, status, endedBy)
      const ending = toPaymentEnding(after)
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
          ...toEventSubject(before),
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

  /** Returns the request. It stays pending when Stripe's state decides nothing. */
  async settleBy(
    row: repository.PublishedRow,
    intent: Stripe.PaymentIntent,
  ): Promise<repository.PaymentRequestRow | undefined> {
    const status = toPaymentStatus(row, intent)
    if (status !== 'pending') {
      return this.#decide(
        row.id,
        status,
        intent,
        status === 'completed' ? await this.#deps.receipts.prepare(intent) : null,
      )
    }
    if (intent.status === 'succeeded') {
      // The money differs from the request, after a manual change at Stripe or an error of ours.
      this.#deps.logger.error(
        { payment_request: row.id, payment_intent: intent.id, differs: findDifferences(row, intent) },
        'succeeded payment differs from its request: it stays pending, check it at Stripe',
      )
      this.#deps.recordFailure('payment_unknown')
    }
    return row
  }

  /** Ends a request of another Stripe account or mode, which cannot be paid. Null for a request of our account. */
  async rejectForeign(row: repository.PaymentRequestRow): Promise<repository.PaymentRequestRow | undefined | null> {
    if (belongsToAccount(row, await this.#deps.ourAccount.now())) return null
    if (row.status !== 'pending') return row
    if (!repository.isPublished(row)) {
      await repository.removeUnpublishedRequest(this.#deps.db, row.id)
      return undefined
    }
    this.#deps.logger.warn(
      { payment_request: row.id, payment_intent: row.stripePaymentIntentId, account: row.stripeAccount },
      'payment request rejected: its payment belongs to another Stripe account',
    )
    return this.#decide(row.id, 'rejected', null, null)
  }

  async #intentUnderKey(row: repository.PaymentRequestRow): Promise<string | null> {
    try {
      return (await createIntent(this.#deps.stripe, row)).id
    } catch (error) {
      if (needsNewIdempotencyKey(error)) return null
      throw error
    }
  }

  async #canReceive({ sellerId }: repository.PublishedRow): Promise<boolean> {
    return (await this.#deps.sellers.payableAccount(sellerId)) !== null
  }

  /** Notifies the buyer once per request and kind, but not about a request that is being cancelled. */
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
      const event = { ...toEventSubject(row), kind, recipientId: row.buyerId, actorId: row.sellerId }
      await this.#deps.domainEvents.record(tx, afterCommit, event)
    })
  }

  #retrieve(row: repository.PublishedRow): Promise<Stripe.PaymentIntent> {
    return this.#deps.stripe.paymentIntents.retrieve(row.stripePaymentIntentId, { expand: ['latest_charge'] })
  }

  /** Returns the request, which stays pending while the money is on its way. Throws when the outcome is unknown. */
  async cancelPayment(
    row: repository.PublishedRow,
    reason: 'abandoned' | 'requested_by_customer',
  ): Promise<repository.PaymentRequestRow | undefined> {
    const others = await this.rejectForeign(row)
    if (others !== null) return others
    const intent = await cancelIntent(this.#deps.stripe, row.stripePaymentIntentId, reason)
    // The request's ending takes precedence over a replacement of the intent.
    const isReplacing = intent.status === 'canceled' && intent.cancellation_reason === 'duplicate'
    return this.settleBy(row, isReplacing ? { ...intent, cancellation_reason: reason } : intent)
  }

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

  /** Settles a request, and notifies the buyer when the bank waits for them or the card was refused. */
  async settleLate(id: string): Promise<Stripe.PaymentIntent | undefined> {
    const row = await repository.findById(this.#deps.db, id)
    if (!repository.isPublished(row) || row.status !== 'pending') {
      await this.republishDecided(row)
      return undefined
    }
    if ((await this.rejectForeign(row)) !== null) return undefined
    const intent = await this.#retrieve(row)
    const now = await this.settleBy(row, intent)
    if (now?.status === 'pending' && isWaitingForBuyer(intent) && (await this.#canReceive(row)))
      await this.#remindBuyer(row, 'payment_needs_buyer')
    return intent
  }

  /** Skips requests that are paid or whose money is on its way. After an error, no reminder was sent. */
  async remindOfEnd(row: repository.PublishedRow): Promise<void> {
    if ((await this.rejectForeign(row)) !== null) return
    const intent = await this.#retrieve(row)
    const now = await this.settleBy(row, intent)
    if (now?.status !== 'pending') return
    const awaitExpiry = (tx: Executor) => repository.scheduleExpiry(tx, row.id)
    if (isPayable(intent) && (await this.#canReceive(row)))
      await this.#remindBuyer(row, 'payment_reminder', awaitExpiry)
    else await awaitExpiry(this.#deps.db)
  }

  /**
   * Cancels an unpublished request's intent, found by its idempotency key, then deletes the row. A concurrently
   * published request stays, and the next settlement rejects it. After an error the row still exists.
   */
  async cancel(row: repository.PaymentRequestRow): Promise<void> {
    if ((await this.rejectForeign(row)) !== null) return
    const id = await this.#intentUnderKey(row)
    if (id !== null) {
      const { status } = await cancelIntent(this.#deps.stripe, id, 'abandoned')
      if (status !== 'canceled') throw new Error(`intent of an unpublished request not cancelled: ${id}, ${status}`)
    }
    await repository.removeUnpublishedRequest(this.#deps.db, row.id)
  }
}

const toEventSubject = ({ id, roomId, amount, currency }: repository.PublishedRow) => ({
  subjectId: id,
  roomId,
  amount,
  currency,
})
