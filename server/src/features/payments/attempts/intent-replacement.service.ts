import type { Stripe } from 'stripe'

import type { Database } from '../../../platform/database/database.ts'
import { isIdempotencyKeySpent } from '../../../platform/stripe/stripe.ts'
import { cancelIntent, createIntent, needsNewIdempotencyKey } from '../settlement/payment-intent.ts'
import { isPublished, type PublishedRow } from '../settlement/payment-request.repository.ts'
import type { SettlementService } from '../settlement/settlement.service.ts'
import * as repository from './payment-block.repository.ts'

export interface IntentReplacementServiceOptions {
  db: Database
  stripe: Stripe
  settlement: Pick<SettlementService, 'settleBy' | 'rejectForeign'>
}

export class IntentReplacementService {
  readonly #deps: IntentReplacementServiceOptions

  constructor(deps: IntentReplacementServiceOptions) {
    this.#deps = deps
  }

  /** Creates an intent under the next key; null when Stripe refuses. @throws errors that a retry may resolve */
  async #anotherIntent(row: PublishedRow): Promise<string | null> {
    try {
      return (await createIntent(this.#deps.stripe, { ...row, intentNumber: row.intentNumber + 1 })).id
    } catch (error) {
      if (!needsNewIdempotencyKey(error)) throw error
      if (!isIdempotencyKeySpent(error)) return null
      await repository.skipIntentNumber(this.#deps.db, row)
      throw error
    }
  }

  /** Cancels the old intent first. A paid intent completes its request, and is never replaced. */
  async replace(found: PublishedRow, why: repository.ReplacedFor): Promise<void> {
    const { settlement, db, stripe } = this.#deps
    if ((await settlement.rejectForeign(found)) !== null) return
    const row = await repository.beginIntentReplacement(db, found)
    if (!row) return
    const intent = await cancelIntent(stripe, row.stripePaymentIntentId, 'duplicate')
    const now = await settlement.settleBy(row, intent)
    if (intent.status !== 'canceled' || !now || now.status !== 'pending' || !isPublished(now)) return
    if (now.stripePaymentIntentId !== row.stripePaymentIntentId) return
    const { customerId = row.stripeCustomerId, accountId = row.stripeConnectAccountId } = why
    const changed = { ...row, stripeCustomerId: customerId, stripeConnectAccountId: accountId }
    const intentId = await this.#anotherIntent(changed)
    if (intentId !== null) return repository.finishIntentReplacement(db, row, { intentId, ...why })
    await repository.abandonIntentReplacement(db, row)
    await settlement.settleBy(row, intent)
  }
}
