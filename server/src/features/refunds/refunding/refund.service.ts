import type { Stripe } from 'stripe'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import { isFailedRefund } from '@kundig/contract/refunds/refund-life-cycle'

import { authorize } from '../../../authorize.ts'
import type { DomainEvents } from '../../../domain-events.ts'
import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { isStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import { belongsToAccount } from '../../payments/our-account.ts'
import { authorizeRequest } from '../../payments/settlement/payment-request.policy.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import { findDisputeRefusal } from '../records/dispute.repository.ts'
import { isUnsent, computeRefundableAmount, findRefundRefusal } from '../records/refund.policy.ts'
import * as repository from '../records/refund.repository.ts'
import { createRefund, toFailureCode, OTHER_ACCOUNT, toRefusal } from '../records/stripe-refund.ts'
import type { RefundLimits } from '../refunds.limits.ts'
import { answerRequestWithRefund } from './refund-answer.ts'
import type { RefundRecordService } from './refund-record.service.ts'
import type { RefundResendService } from './refund-resend.service.ts'

/** Age at which an unsent refund is sent again, because its call must have failed (ms). */
const SEND_AGAIN_MS = 60_000

export interface RefundInput {
  id: string
  client_id: string
  amount: number
  reason: string
}

export interface RefundServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'known' | 'now'>
  record: RefundRecordService
  messages: PaymentMessageService
  limits: RefundLimits
  resends: RefundResendService
  refundsFee: (request: requests.PaymentRequestRow) => boolean
  domainEvents: DomainEvents
  logger: Logger
  recordFailure: RecordFailure
}

/**
 * First stores a row under the payment's lock, then makes the refund at Stripe, with a key made of the row's id. If the
 * server is killed, the reconciliation repeats the call under this key, so Stripe makes one refund.
 */
export class RefundService {
  readonly #deps: RefundServiceOptions

  constructor(deps: RefundServiceOptions) {
    this.#deps = deps
  }

  /**
   * Concurrent refunds never exceed the paid amount.
   * @throws Refusal REFUND_NOT_PAID, REFUND_DISPUTED, REFUND_DISPUTE_LOST, REFUND_TOO_LARGE, REFUND_PLATFORM_ONLY;
   * REFUND_FAILED for a payment of another Stripe account
   */
  async #begin(
    {
      id: requestId,
      client_id: clientId,
      amount,
      reason,
      from_platform: fromPlatform,
    }: RefundInput & { from_platform: boolean },
    madeBy: 'seller' | 'operator',
    alongside?: (tx: Transaction, left: number) => Promise<void>,
  ): Promise<repository.RefundRow> {
    const { db, messages, ourAccount, refundsFee, domainEvents } = this.#deps
    return db.transaction(async (tx, afterCommit) => {
      const request = await requests.findByIdForUpdate(tx, requestId)
      if (!requests.isPublished(request) || request.status !== 'completed') throw new Refusal('REFUND_NOT_PAID')
      const refunds = await repository.findByRequest(tx, requestId)
      const known = refunds.find((refund) => refund.clientId === clientId)
      if (known) {
        await messages.republishChange(tx, afterCommit, request.roomId, request.seq)
        return known
      }
      const ours = ourAccount.known()
      if (ours && !belongsToAccount(request, ours)) throw new Refusal('REFUND_FAILED')
      authorize(await findDisputeRefusal(tx, requestId))
      const left = computeRefundableAmount(request, refunds)
      if (amount > left) throw new Refusal('REFUND_TOO_LARGE')
      if (!fromPlatform && amount > (await repository.findRefundableAmount(tx, requestId))) {
        throw new Refusal('REFUND_PLATFORM_ONLY')
      }
      const refund = await repository.insertRefund(
        tx,
        {
          paymentRequestId: requestId,
          clientId,
          amount,
          reason,
          madeBy,
          fromSeller: !fromPlatform,
          withFee: !fromPlatform && refundsFee(request),
        },
        SEND_AGAIN_MS,
      )
      await answerRequestWithRefund(tx, afterCommit, domainEvents, request, refund.id)
      await alongside?.(tx, left)
      await messages.recordChange(tx, afterCommit, request.roomId, request.seq)
      return refund
    })
  }

  /** @throws what Stripe's SDK and the database throw; the refund is then sent again later */
  async #send(refund: repository.RefundRow): Promise<void> {
    const { db, resends, ourAccount, record, stripe, logger } = this.#deps
    const request = await requests.findById(db, refund.paymentRequestId)
    if (!requests.isPublished(request)) return
    if (isFailedRefund(refund.status)) return resends.advance(request, refund.id)
    if (!belongsToAccount(request, await ourAccount.now())) return record.refuse(request, refund.id, OTHER_ACCOUNT)
    // Look for the refund of an earlier try, because Stripe forgets idempotency keys.
    if (refund.checks > 0 || !isUnsent(refund)) await record.updateFromStripe(request)
    const now = await repository.findById(db, refund.id)
    if (!now || !isUnsent(now)) return
    try {
      await record.record(request.id, [await createRefund(stripe, request, now)])
    } catch (error) {
      if (!isStripeRefusal(error)) throw error
      logger.warn({ refund: refund.id, failure: toFailureCode(error) }, 'refund rejected by Stripe')
      await record.refuse(request, refund.id, toFailureCode(error))
    }
  }

  async #sendOrLeave(refund: repository.RefundRow): Promise<void> {
    await this.#send(refund).catch((error: unknown) => {
      this.#deps.logger.warn(
        { refund: refund.id, reason: describeError(error) },
        'processing a refund failed: the reconciliation retries',
      )
    })
  }

  async #finish(refund: repository.RefundRow): Promise<void> {
    if (isUnsent(refund)) await this.#sendOrLeave(refund)
    const now = await repository.findById(this.#deps.db, refund.id)
    if (now && isFailedRefund(now.status)) authorize(toRefusal(now))
  }

  /** @throws Refusal what `begin` and `finish` throw; TOO_MANY_ATTEMPTS before anything is stored */
  async #refundInTurn(
    input: RefundInput & { from_platform: boolean },
    madeBy: 'seller' | 'operator',
    alongside?: (tx: Transaction, left: number) => Promise<void>,
  ): Promise<void> {
    await this.#deps.limits.refunding.run(input.id, async () =>
      this.#finish(await this.#begin(input, madeBy, alongside)),
    )
  }

  readonly ofOperators = {
    find: async (reference: string) => {
      const id = reference.startsWith('pi_') ? await requests.findIdByIntent(this.#deps.db, reference) : reference
      const request = id === undefined ? undefined : await requests.findById(this.#deps.db, id)
      if (!requests.isPublished(request)) return null
      const { sellerId, buyerId, amount, feeAmount, currency, status, createdAt } = request
      const refunds = await repository.findByRequest(this.#deps.db, request.id)
      const isRefundable = status === 'completed' && (await findDisputeRefusal(this.#deps.db, request.id)) === null
      const left = isRefundable ? Math.max(0, computeRefundableAmount(request, refunds)) : 0
      const shown = refunds.map(repository.presentRefund)
      return {
        id: request.id,
        sellerId,
        buyerId,
        amount,
        fee: feeAmount,
        left,
        left_with_seller: await repository.findRefundableAmount(this.#deps.db, request.id),
        currency,
        is_test: request.livemode !== true,
        status,
        refunds: shown,
        createdAt,
      }
    },
    refund: async (
      input: RefundInput & { from_platform: boolean },
      alongside: (tx: Transaction, left: number) => Promise<void>,
    ): Promise<void> => this.#refundInTurn(input, 'operator', alongside),
  }

  /**
   * A repeated client id makes no second refund. The refund stays pending while Stripe is unreachable.
   * @throws Refusal PAYMENT_REQUEST_NOT_FOUND, REFUND_SELLER_ONLY, REFUND_NOT_PAID, REFUND_TOO_LARGE,
   * REFUND_DISPUTED, REFUND_DISPUTE_LOST, REFUND_PLATFORM_ONLY, REFUND_FAILED, TOO_MANY_ATTEMPTS
   */
  async refund(sellerId: string, input: RefundInput): Promise<Message> {
    const found = await requests.findById(this.#deps.db, input.id)
    const { id, roomId, seq } = authorizeRequest(found, findRefundRefusal(found, sellerId))
    await this.#deps.limits.payment(sellerId)
    await this.#refundInTurn({ ...input, id, from_platform: false }, 'seller')
    return this.#deps.messages.getAt(roomId, seq)
  }

  async advanceDue(leaving: AbortSignal): Promise<void> {
    const queue = repository.refundQueue
    await drainQueue(this.#deps, queue, (refund) => this.#send(refund), { failure: 'payment', leaving })
  }
}
