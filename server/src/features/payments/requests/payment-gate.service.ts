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

export class PaymentGate {
  readonly #deps: PaymentGateOptions

  constructor(deps: PaymentGateOptions) {
    this.#deps = deps
  }

  /**
   * Call after each read of the row, because a block or suspension replaces only the intents that exist then.
   * @throws Refusal PAYING_BLOCKED, PAYMENT_PAUSED; PAYMENT_DECIDED when one person blocked the other
   */
  async assertPayable({ sellerId, buyerId }: Parties, callerId: string): Promise<void> {
    const { db, blocks, holds, contact } = this.#deps
    await blocks.refuseBlocked(callerId)
    await holds.refuseRestricted([sellerId, buyerId], 'PAYMENT_PAUSED')
    if (await contact.isBlockedBetween(db, buyerId, sellerId)) throw new Refusal('PAYMENT_DECIDED')
  }

  /** Call before issuing a secret. @throws Refusal TOO_MANY_ATTEMPTS */
  async countSecret({ sellerId, buyerId }: Parties, callerId: string): Promise<void> {
    await this.#deps.limits.secret(callerId)
    await this.#deps.limits.secretOfPair(buyerId, sellerId)
  }
}
