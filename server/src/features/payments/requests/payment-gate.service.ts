import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { ContactService } from '../../safety/blocks/contact.service.ts'
import type { PaymentBlockService } from '../attempts/payment-block.service.ts'
import type { PaymentHoldService } from '../attempts/payment-hold.service.ts'
import type { PaymentLimits } from '../payments.limits.ts'
import type { PaymentRequestRow } from '../settlement/payment-request.repository.ts'

export interface PaymentGateOptions {
  db: Database
  blocks: Pick<PaymentBlockService, 'refuseBlocked'>
  holds: Pick<PaymentHoldService, 'refuseRestricted'>
  contact: Pick<ContactService, 'isBlockedBetween'>
  limits: Pick<PaymentLimits, 'secret' | 'secretOfPair'>
}

type Parties = Pick<PaymentRequestRow, 'sellerId' | 'buyerId'>

/** The checks between a payment request and its client secret, for the buyer's browser and for a seller's program. */
export class PaymentGate {
  readonly #deps: PaymentGateOptions

  constructor(deps: PaymentGateOptions) {
    this.#deps = deps
  }

  /**
   * Call after each read of the row: a block or suspension replaces the intents that existed when it began. An earlier
   * read may name one of those.
   * @param callerId the buyer, or the seller for a program
   * @throws Refusal PAYING_BLOCKED; PAYMENT_PAUSED while either person is suspended; PAYMENT_DECIDED when one blocked
   *   the other, as the request is about to be cancelled
   */
  async assertPayable({ sellerId, buyerId }: Parties, callerId: string): Promise<void> {
    const { db, blocks, holds, contact } = this.#deps
    await blocks.refuseBlocked(callerId)
    await holds.refuseRestricted([sellerId, buyerId], 'PAYMENT_PAUSED')
    if (await contact.isBlockedBetween(db, buyerId, sellerId)) throw new Refusal('PAYMENT_DECIDED')
  }

  /** Counts a client secret that is about to be issued. @throws Refusal TOO_MANY_ATTEMPTS */
  async countSecret({ sellerId, buyerId }: Parties, callerId: string): Promise<void> {
    await this.#deps.limits.secret(callerId)
    await this.#deps.limits.secretOfPair(buyerId, sellerId)
  }
}
