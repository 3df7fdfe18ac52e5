import type { Stripe } from 'stripe'

import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { isStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { SellerService } from '../../payments/selling/seller.service.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import { computeReversedFee } from '../records/dispute.policy.ts'
import * as disputes from '../records/dispute.repository.ts'
import { holdsSellerMoney, computeShareToResend } from '../records/refund.policy.ts'
import * as repository from '../records/refund.repository.ts'
import { resendSellerShare } from '../records/stripe-refund.ts'
import { findCurrentAccount } from '../records/stripe-transfer.ts'

export interface RefundResendServiceOptions {
  db: Database
  stripe: Stripe
  sellers: Pick<SellerService, 'payableAccount'>
  logger: Logger
  /** Never throws. */
  onMoved: () => void
}

/**
 * Stripe returns the money of failed refunds only to the platform. First stores the seller's amount under the payment's
 * lock, then makes a transfer in a separate transfer group, by which a later try finds the transfer.
 */
export class RefundResendService {
  readonly #deps: RefundResendServiceOptions

  constructor(deps: RefundResendServiceOptions) {
    this.#deps = deps
  }

  async #plan(request: requests.PublishedRow, id: string): Promise<repository.RefundRow | undefined> {
    return this.#deps.db.transaction(async (tx) => {
      await requests.findByIdForUpdate(tx, request.id)
      const all = await repository.findByRequest(tx, request.id)
      const refund = all.find((one) => one.id === id)
      if (!refund || !holdsSellerMoney(refund)) return undefined
      if (refund.resendAmount !== null) return refund
      const amount = computeShareToResend(id, all, await disputes.findByRequest(tx, request.id))
      // For null, a dispute's decision later makes the refund due again.
      await repository.planResend(tx, id, amount === 0 ? null : amount)
      return amount === null || amount === 0 ? undefined : { ...refund, resendAmount: amount }
    })
  }

  /**
   * Leaves the money with the platform while a bank decides.
   * @throws what Stripe's SDK and the database throw; the transfer is then due again later
   */
  async advance(request: requests.PublishedRow, id: string): Promise<void> {
    const { sellers, stripe, db, logger, onMoved } = this.#deps
    const planned = await this.#plan(request, id)
    if (!planned || planned.resendAmount === null) return
    const { resendAmount: amount, takenAmount, takenFee } = planned
    const fee = computeReversedFee(takenFee, amount, takenAmount)
    try {
      const destination = await findCurrentAccount(sellers, request)
      const stripeResendId = await resendSellerShare(stripe, request, planned, { amount: amount - fee, destination })
      await repository.recordCompletedResend(db, planned, { stripeResendId, fee })
      logger.info(
        { refund: id, payment_request: request.id, amount, fee },
        'failed refund transferred back to the seller',
      )
      onMoved()
    } catch (error) {
      if (isStripeRefusal(error)) await repository.recordRefusedResend(db, planned)
      throw error
    }
  }
}
