import type { Message } from '@kundig/contract/chat/chat.contract'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import type { PaymentDecision } from '@kundig/contract/payments/payment-life-cycle'

import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { toStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { RoomService } from '../../chat/rooms/room.service.ts'
import type { PaymentLimits } from '../payments.limits.ts'
import {
  authorizeRequest,
  findPayRefusal,
  findStatusReportRefusal,
  findWithdrawRefusal,
} from '../settlement/payment-request.policy.ts'
import { toPaymentEnding } from '../settlement/payment-request.presenter.ts'
import * as repository from '../settlement/payment-request.repository.ts'
import type { SettlementService } from '../settlement/settlement.service.ts'

/** Delay before the check that handles a lost answer to a cancellation (ms). */
const CHECK_SOON_MS = 60_000

export interface StatusInput {
  id: string
  room_id: string
  message_id: string
  status: PaymentDecision
}

export interface PaymentEndingServiceOptions {
  db: Database
  settlement: SettlementService
  rooms: RoomService
  messages: PaymentMessageService
  limits: Pick<PaymentLimits, 'payment'>
  logger: Logger
}

export class PaymentEndingService {
  readonly #deps: PaymentEndingServiceOptions

  constructor(deps: PaymentEndingServiceOptions) {
    this.#deps = deps
  }

  /** @throws Refusal PAYMENT_STATUS_FAILED, PROVIDER_UNAVAILABLE */
  async #atStripe<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      throw toStripeRefusal(error, 'PAYMENT_STATUS_FAILED', this.#deps.logger)
    }
  }

  async #end(
    row: repository.PublishedRow,
    reason: 'abandoned' | 'requested_by_customer',
  ): Promise<repository.PaymentRequestRow | undefined> {
    await repository.scheduleCheck(this.#deps.db, row.id, CHECK_SOON_MS)
    const now = await this.#deps.settlement.cancelPayment(row, reason)
    if (!repository.isPublished(now) || now.status !== 'pending') return now
    return now.stripePaymentIntentId === row.stripePaymentIntentId ? now : this.#end(now, reason)
  }

  /**
   * Returns a request to decide. Republishes a decided request, and ends a request of another Stripe account.
   * @throws Refusal by `judge`, PAYMENT_DECIDED, PROVIDER_UNAVAILABLE
   */
  async findToDecide(
    id: string,
    judge: (row: repository.PaymentRequestRow | undefined) => ErrorCode | null,
  ): Promise<repository.PublishedRow> {
    const row = await repository.findById(this.#deps.db, id)
    const refusal = judge(row)
    if (refusal === 'PAYMENT_DECIDED') await this.#deps.settlement.republishDecided(row)
    const found = authorizeRequest(row, refusal)
    if ((await this.#deps.settlement.rejectForeign(found)) !== null) throw new Refusal('PAYMENT_DECIDED')
    return found
  }

  /** Cancels the payment first, so that no paid request is declined. Money on its way keeps the request pending. */
  async decline(viewerId: string, id: string): Promise<Message> {
    const row = await this.findToDecide(id, (found) => findPayRefusal(found, viewerId))
    await this.#deps.limits.payment(viewerId)
    await this.#atStripe(() => this.#end(row, 'requested_by_customer'))
    return this.#deps.messages.getAt(row.roomId, row.seq)
  }

  /**
   * Cancels the payment first, so that no paid request is withdrawn.
   * @throws Refusal PAYMENT_UNDER_WAY while the money is on its way; PAYMENT_DECIDED when the request ended otherwise
   */
  async withdraw(viewerId: string, id: string): Promise<Message> {
    const row = await this.findToDecide(id, (found) => findWithdrawRefusal(found, viewerId))
    await this.#deps.limits.payment(viewerId)
    await repository.recordCancellation(this.#deps.db, row.id, 'withdrawn')
    const now = await this.#atStripe(() => this.#end(row, 'abandoned'))
    if (now?.status === 'pending') throw new Refusal('PAYMENT_UNDER_WAY')
    if (!now || toPaymentEnding(now) !== 'withdrawn') throw new Refusal('PAYMENT_DECIDED')
    return this.#deps.messages.getAt(row.roomId, row.seq)
  }

  /** Trusts only Stripe's status (spec 4), so the request may still be pending afterwards. */
  async updateStatus(viewerId: string, input: StatusInput): Promise<Message> {
    const { rooms, messages, limits, settlement } = this.#deps
    const { id: roomId } = await rooms.membership(viewerId, input.room_id)
    const reported = { roomId, messageId: input.message_id }
    const row = await this.findToDecide(input.id, (found) =>
      findStatusReportRefusal(found, viewerId, reported, messages.messageId),
    )
    await limits.payment(viewerId)
    await this.#atStripe(async () => {
      await (input.status === 'completed' ? settlement.settle(row.id) : this.#end(row, 'abandoned'))
    })
    return messages.getAt(row.roomId, row.seq)
  }
}
