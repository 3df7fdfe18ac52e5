import type { Message } from '@kundig/contract/chat/chat.contract'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import { REFUND_ANSWER_DAYS } from '@kundig/contract/refunds/refund-request-life-cycle'

import type { DomainEvents } from '../../../domain-events.ts'
import type { CursorPosition } from '../../../platform/database/cursor.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import { authorizeRequest, findReadRefusal } from '../../payments/settlement/payment-request.policy.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import { findDisputeRefusal } from '../records/dispute.repository.ts'
import * as refunds from '../records/refund.repository.ts'
import type { RefundLimits } from '../refunds.limits.ts'
import { addRefundLine } from './refund-line.ts'
import { findRefundRequestRefusal } from './refund-request.policy.ts'
import * as repository from './refund-request.repository.ts'

const DAY_MS = 24 * 60 * 60_000
/** Maximum requests per batch. The first server that escalates a request notifies both people. */
const AT_A_TIME = 20

export interface RefundRequestInput {
  id: string
  client_id: string
  amount: number
  reason: string
}

interface OneOf {
  id: string
  refund_request_id: string
}

export interface RefundRequestServiceOptions {
  db: Database
  messages: PaymentMessageService
  limits: Pick<RefundLimits, 'payment'>
  domainEvents: DomainEvents
  logger: Logger
}

/** All changes lock the payment, so exactly one of a concurrent answer, withdrawal and refund counts. */
export class RefundRequestService {
  readonly #deps: RefundRequestServiceOptions

  constructor(deps: RefundRequestServiceOptions) {
    this.#deps = deps
  }

  async #change(
    paymentRequestId: string,
    work: (tx: Transaction, afterCommit: AfterCommit, request: requests.PublishedRow) => Promise<boolean>,
  ): Promise<void> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const request = await requests.findByIdForUpdate(tx, paymentRequestId)
      if (!requests.isPublished(request)) throw new Refusal('PAYMENT_REQUEST_NOT_FOUND')
      if (await work(tx, afterCommit, request)) {
        await this.#deps.messages.recordChange(tx, afterCommit, request.roomId, request.seq)
      }
    })
  }

  #aboutIt({ id, amount }: repository.RefundRequestRow, { roomId, currency }: requests.PublishedRow) {
    return {
      subjectId: id,
      roomId,
      amount,
      currency,
    }
  }

  #settleAsked(tx: Transaction, afterCommit: AfterCommit, id: string, recipientId: string): Promise<void> {
    return this.#deps.domainEvents.dismiss(tx, afterCommit, { recipientId, kinds: ['refund_requested'], subjectId: id })
  }

  async #endOne(
    tx: Transaction,
    id: string,
    state: Parameters<typeof repository.endRequest>[2],
  ): Promise<repository.RefundRequestRow> {
    const ended = await repository.endRequest(tx, id, state)
    if (!ended) throw new Refusal('REFUND_REQUEST_ANSWERED')
    return ended
  }

  async #decline(
    tx: Transaction,
    afterCommit: AfterCommit,
    request: requests.PublishedRow,
    id: string,
    { by, answer }: { by: 'seller' | 'operator'; answer: string },
  ): Promise<void> {
    const { sellerId, buyerId } = request
    const declined = await this.#endOne(tx, id, { status: 'declined', declinedBy: by, answer })
    await this.#settleAsked(tx, afterCommit, id, sellerId)
    const about = this.#aboutIt(declined, request)
    await this.#deps.domainEvents.record(tx, afterCommit, {
      ...about,
      kind: 'refund_declined',
      recipientId: buyerId,
      actorId: sellerId,
    })
    await this.#addLine(tx, afterCommit, request, { step: 'declined', amount: declined.amount, by })
  }

  #addLine(
    tx: Transaction,
    afterCommit: AfterCommit,
    request: requests.PublishedRow,
    step: Parameters<typeof addRefundLine>[4],
  ): Promise<void> {
    return addRefundLine(this.#deps.messages, tx, afterCommit, request, step)
  }

  async #authorizeOne(
    viewerId: string,
    { id, refund_request_id: ofIt }: OneOf,
    side: 'sellerId' | 'buyerId',
    otherwise: ErrorCode,
  ): Promise<requests.PublishedRow> {
    const found = await requests.findById(this.#deps.db, id)
    const request = authorizeRequest(
      found,
      findReadRefusal(found, viewerId) ?? (found?.[side] === viewerId ? null : otherwise),
    )
    const one = await repository.findById(this.#deps.db, ofIt)
    if (one?.paymentRequestId !== id) throw new Refusal('REFUND_REQUEST_NOT_FOUND')
    await this.#deps.limits.payment(viewerId)
    return request
  }

  #escalate({ id, paymentRequestId }: Pick<repository.RefundRequestRow, 'id' | 'paymentRequestId'>): Promise<void> {
    return this.#change(paymentRequestId, async (tx, afterCommit, request) => {
      const one = await repository.escalateRequest(tx, id)
      if (!one) return false
      const { sellerId, buyerId } = request
      const event = { ...this.#aboutIt(one, request), kind: 'refund_escalated' } as const
      await this.#deps.domainEvents.record(tx, afterCommit, { ...event, recipientId: buyerId, actorId: sellerId })
      await this.#deps.domainEvents.record(tx, afterCommit, { ...event, recipientId: sellerId, actorId: buyerId })
      afterCommit(() => this.#deps.logger.info({ refund_request: id }, 'refund request escalated to operators'))
      return true
    })
  }

  /**
   * A repeated client id does not store a second request.
   * @throws Refusal PAYMENT_REQUEST_NOT_FOUND, REFUND_BUYER_ONLY, REFUND_NOT_PAID, REFUND_TOO_LARGE, REFUND_DISPUTED,
   * REFUND_DISPUTE_LOST, REFUND_REQUEST_OPEN, REFUND_REQUESTS_USED_UP, TOO_MANY_ATTEMPTS
   */
  async request(buyerId: string, { id, client_id: clientId, amount, reason }: RefundRequestInput): Promise<Message> {
    const found = await requests.findById(this.#deps.db, id)
    const { roomId, seq } = authorizeRequest(
      found,
      findReadRefusal(found, buyerId) ?? (found?.buyerId === buyerId ? null : 'REFUND_BUYER_ONLY'),
    )
    await this.#deps.limits.payment(buyerId)
    await this.#change(id, async (tx, afterCommit, request) => {
      const before = await repository.findByRequest(tx, id)
      if (before.some((one) => one.clientId === clientId)) return false
      const refusal = findRefundRequestRefusal(request, {
        amount,
        refunds: await refunds.findByRequest(tx, id),
        before,
        disputed: await findDisputeRefusal(tx, id),
      })
      if (refusal) throw new Refusal(refusal)
      const made = { paymentRequestId: id, clientId, amount, reason }
      const one = await repository.insertRefundRequest(tx, made, REFUND_ANSWER_DAYS * DAY_MS)
      await this.#deps.domainEvents.record(tx, afterCommit, {
        ...this.#aboutIt(one, request),
        kind: 'refund_requested',
        recipientId: request.sellerId,
        actorId: buyerId,
      })
      await this.#addLine(tx, afterCommit, request, { step: 'requested', amount, by: 'buyer' })
      return true
    })
    return this.#deps.messages.getAt(roomId, seq)
  }

  /**
   * @throws Refusal PAYMENT_REQUEST_NOT_FOUND, REFUND_BUYER_ONLY, REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_ANSWERED,
   * TOO_MANY_ATTEMPTS
   */
  async withdraw(buyerId: string, input: OneOf): Promise<Message> {
    const { roomId, seq } = await this.#authorizeOne(buyerId, input, 'buyerId', 'REFUND_BUYER_ONLY')
    await this.#change(input.id, async (tx, afterCommit, request) => {
      const { amount } = await this.#endOne(tx, input.refund_request_id, { status: 'withdrawn' })
      await this.#settleAsked(tx, afterCommit, input.refund_request_id, request.sellerId)
      await this.#addLine(tx, afterCommit, request, { step: 'withdrawn', amount, by: 'buyer' })
      return true
    })
    return this.#deps.messages.getAt(roomId, seq)
  }

  /**
   * @throws Refusal PAYMENT_REQUEST_NOT_FOUND, REFUND_SELLER_ONLY, REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_ANSWERED,
   * TOO_MANY_ATTEMPTS
   */
  async decline(sellerId: string, { reason: answer, ...input }: OneOf & { reason: string }): Promise<Message> {
    const { roomId, seq } = await this.#authorizeOne(sellerId, input, 'sellerId', 'REFUND_SELLER_ONLY')
    await this.#change(input.id, async (tx, afterCommit, request) => {
      await this.#decline(tx, afterCommit, request, input.refund_request_id, { by: 'seller', answer })
      return true
    })
    return this.#deps.messages.getAt(roomId, seq)
  }

  readonly ofOperators = {
    /** Lists the oldest requests first, without payments of the reader. */
    escalated: async (readerId: string, after: CursorPosition | null, limit: number) =>
      (await repository.findEscalatedRequests(this.#deps.db, readerId, after, limit)).map(({ request, payment }) => ({
        id: request.id,
        paymentId: payment.id,
        sellerId: payment.sellerId,
        buyerId: payment.buyerId,
        amount: request.amount,
        paid: payment.amount,
        currency: payment.currency,
        reason: request.reason,
        createdAt: request.createdAt,
        escalatedAt: request.escalatedAt ?? request.sellerAnswersUntil,
      })),

    /**
     * @throws Refusal REFUND_REQUEST_NOT_FOUND, also for the operator's own payments; REFUND_REQUEST_WITH_SELLER,
     * REFUND_REQUEST_ANSWERED
     */
    decline: async (
      operatorId: string,
      { id, reason: answer }: { id: string; reason: string },
      alongside: (tx: Transaction) => Promise<void>,
    ): Promise<void> => {
      const one = await repository.findById(this.#deps.db, id)
      if (!one) throw new Refusal('REFUND_REQUEST_NOT_FOUND')
      await this.#change(one.paymentRequestId, async (tx, afterCommit, request) => {
        const isTheirs = request.sellerId === operatorId || request.buyerId === operatorId
        if (isTheirs) throw new Refusal('REFUND_REQUEST_NOT_FOUND')
        const now = await repository.findById(tx, id)
        if (now?.status === 'open' && !now.escalatedAt) throw new Refusal('REFUND_REQUEST_WITH_SELLER')
        await this.#decline(tx, afterCommit, request, id, { by: 'operator', answer })
        await alongside(tx)
        return true
      })
    },
  }

  /** @throws what the database throws; the next run handles the remaining requests */
  async escalateDue(leaving: AbortSignal): Promise<void> {
    while (!leaving.aborted) {
      const due = await repository.findOverdueRequests(this.#deps.db, AT_A_TIME)
      for (const one of due) await this.#escalate(one)
      if (due.length < AT_A_TIME) break
    }
  }
}
