import type { Stripe } from 'stripe'

import { isFailedRefund } from '@kundig/contract/refunds/refund-life-cycle'

import type { DomainEvents } from '../../../domain-events.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { toStripeId, isMissingObject } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import { belongsToAccount } from '../../payments/our-account.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import type { SettlementService } from '../../payments/settlement/settlement.service.ts'
import type { RefundReceipts } from '../ports.ts'
import { pickExcessRefunds, isNewerRefundState, holdsSellerMoney } from '../records/refund.policy.ts'
import * as repository from '../records/refund.repository.ts'
import { GAVE_WAY, listRefunds, type SeenRefund } from '../records/stripe-refund.ts'
import { answerRequestWithRefund } from './refund-answer.ts'
import { addRefundLine } from './refund-line.ts'
import { reopenRequest } from './refund-request.repository.ts'

const HOUR_MS = 60 * 60_000

export interface RefundRecordServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  settlement: Pick<SettlementService, 'settle'>
  messages: Pick<PaymentMessageService, 'recordChange' | 'addRefundEvent'>
  domainEvents: DomainEvents
  receipts: RefundReceipts
  logger: Logger
  /** Never throws. */
  onMoved: () => void
}

/** The only writer of Stripe's refund states. Refunds made at Stripe take precedence over our unsent refunds. */
export class RefundRecordService {
  readonly #deps: RefundRecordServiceOptions

  constructor(deps: RefundRecordServiceOptions) {
    this.#deps = deps
  }

  async #notify(
    tx: Transaction,
    afterCommit: AfterCommit,
    request: requests.PublishedRow,
    { id, amount, madeBy, status, waitsForMoney }: repository.RefundRow,
    wasNotified: boolean,
  ): Promise<void> {
    const { domainEvents, messages } = this.#deps
    const { buyerId, sellerId, roomId, currency } = request
    const about = { subjectId: id, roomId, amount, currency }
    const toBuyer = { ...about, recipientId: buyerId, actorId: sellerId }
    const toSeller = { ...about, recipientId: sellerId, actorId: buyerId }
    if (!isFailedRefund(status)) {
      if (wasNotified || waitsForMoney) return
      await domainEvents.record(tx, afterCommit, { ...toBuyer, kind: 'refund_received' })
      if (madeBy !== 'seller') await domainEvents.record(tx, afterCommit, { ...toSeller, kind: 'refund_taken' })
      await addRefundLine(messages, tx, afterCommit, request, { step: 'refunded', amount, by: madeBy })
      return
    }
    if (wasNotified) {
      await domainEvents.dismiss(tx, afterCommit, { recipientId: buyerId, kinds: ['refund_received'], subjectId: id })
      await domainEvents.record(tx, afterCommit, { ...toBuyer, kind: 'refund_failed' })
    }
    await domainEvents.record(tx, afterCommit, { ...toSeller, kind: 'refund_failed' })
    await addRefundLine(messages, tx, afterCommit, request, { step: 'failed', amount, by: madeBy })
  }

  async #take(
    tx: Transaction,
    request: requests.PublishedRow,
    known: repository.RefundRow | undefined,
    seen: SeenRefund,
  ): Promise<repository.RefundRow | undefined> {
    const { stripeRefundId, status, failure, amount, fromSeller, takenAmount, waitsForMoney, createdAt } = seen
    const state = { stripeRefundId, status, failure, takenAmount, waitsForMoney }
    // Stripe returns a failed refund's money to the platform. The platform transfers the seller's share back.
    const checkInMs = holdsSellerMoney(state) ? 0 : status === 'pending' ? HOUR_MS : null
    if (!known) {
      const made = { paymentRequestId: request.id, amount, fromSeller, createdAt, ...state }
      return repository.insertRefundMadeAtStripe(tx, made, checkInMs)
    }
    if (!isNewerRefundState(known, state)) return undefined
    await repository.setRefundState(tx, known.id, state, checkInMs)
    if (isFailedRefund(status)) await reopenRequest(tx, known.id)
    return { ...known, ...state }
  }

  /** Reads the message for both people before the commit. If this read fails, nothing is written. */
  async record(requestId: string, all: readonly SeenRefund[]): Promise<void> {
    const { db, domainEvents, messages, receipts, onMoved, logger } = this.#deps
    await db.transaction(async (tx, afterCommit) => {
      const request = await requests.findByIdForUpdate(tx, requestId)
      if (!requests.isPublished(request)) return
      const before = await repository.findByRequest(tx, requestId)
      const changes: { refund: repository.RefundRow; wasNotified: boolean }[] = []
      for (const seen of all) {
        const known = before.find(
          ({ id, stripeRefundId, amount }) =>
            stripeRefundId === seen.stripeRefundId ||
            (stripeRefundId === null && id === seen.ownId && amount === seen.amount),
        )
        const refund = await this.#take(tx, request, known, seen)
        if (refund)
          changes.push({
            refund,
            wasNotified: known !== undefined && known.stripeRefundId !== null && !known.waitsForMoney,
          })
      }
      for (const refund of pickExcessRefunds(request, await repository.findByRequest(tx, requestId))) {
        const end = { status: 'canceled', failure: GAVE_WAY } as const
        if (!(await repository.endUnsentRefund(tx, refund.id, end))) continue
        await reopenRequest(tx, refund.id)
        changes.push({ refund: { ...refund, ...end }, wasNotified: false })
      }
      if (changes.length === 0) return
      for (const { refund } of changes) {
        if (refund.madeBy !== 'stripe' || isFailedRefund(refund.status) || before.some(({ id }) => id === refund.id))
          continue
        await answerRequestWithRefund(tx, afterCommit, domainEvents, request, refund.id)
      }
      for (const { refund, wasNotified } of changes) await this.#notify(tx, afterCommit, request, refund, wasNotified)
      await messages.recordChange(tx, afterCommit, request.roomId, request.seq, () =>
        receipts.issueOfRefunds(tx, request),
      )
      afterCommit(onMoved)
      afterCommit(() => {
        for (const { refund } of changes) {
          const { id, status, amount } = refund
          logger.info({ refund: id, payment_request: requestId, status, amount }, 'refund recorded')
        }
      })
    })
  }

  /** Skips payments of other Stripe accounts. @throws what Stripe's SDK and the database throw */
  async updateFromStripe(request: requests.PublishedRow): Promise<void> {
    if (!belongsToAccount(request, await this.#deps.ourAccount.now())) return
    await this.record(request.id, await listRefunds(this.#deps.stripe, request.stripePaymentIntentId))
  }

  async #intentOf(objectId: string): Promise<string | undefined> {
    try {
      const object = objectId.startsWith('ch_')
        ? await this.#deps.stripe.charges.retrieve(objectId)
        : await this.#deps.stripe.refunds.retrieve(objectId)
      return toStripeId(object.payment_intent) ?? undefined
    } catch (error) {
      if (isMissingObject(error)) return undefined
      throw error
    }
  }

  /** Ends a refund that Stripe refused, unless Stripe lists the refund anyway. */
  async refuse(request: requests.PublishedRow, id: string, failure: string): Promise<void> {
    await this.updateFromStripe(request)
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      await requests.findByIdForUpdate(tx, request.id)
      const end = { status: 'failed', failure } as const
      if (!(await repository.endUnsentRefund(tx, id, end))) return
      await reopenRequest(tx, id)
      const refund = await repository.findById(tx, id)
      if (refund) await this.#notify(tx, afterCommit, request, refund, false)
      await this.#deps.messages.recordChange(tx, afterCommit, request.roomId, request.seq)
    })
  }

  /** @throws what Stripe's SDK and the database throw */
  async handleStripeObject(objectId: string): Promise<void> {
    const known = await repository.findPaymentRequestId(this.#deps.db, objectId)
    const intentId = known === undefined ? await this.#intentOf(objectId) : undefined
    const requestId =
      known ?? (intentId === undefined ? undefined : await requests.findIdByIntent(this.#deps.db, intentId))
    if (requestId === undefined) {
      this.#deps.logger.warn({ object: objectId, payment_intent: intentId }, 'unmatched payment refunded')
      return
    }
    // Settle now: the payment's own event may arrive later.
    const request = await this.#deps.settlement.settle(requestId)
    if (requests.isPublished(request)) await this.updateFromStripe(request)
  }
}
