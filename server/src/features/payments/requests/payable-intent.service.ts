import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { IntentReplacementService } from '../attempts/intent-replacement.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import * as repository from '../settlement/payment-request.repository.ts'

/** Delay of the first check after a client secret was issued (ms): most buyers pay within minutes. */
const CHECK_SOON_MS = 60_000

export interface PayableIntentServiceOptions {
  db: Database
  stripe: Stripe
  customers: Pick<CustomerService, 'ensure' | 'forget'>
  replacement: IntentReplacementService
}

export class PayableIntentService {
  readonly #deps: PayableIntentServiceOptions

  constructor(deps: PayableIntentServiceOptions) {
    this.#deps = deps
  }

  /** Replaces the intent if its customer or the seller's account was replaced. */
  async #withPresentParties(row: repository.PublishedRow, accountId: string): Promise<repository.PublishedRow> {
    // The intents of a seller's program have no customer.
    const customerId = row.stripeCustomerId === null ? null : await this.#deps.customers.ensure(row.buyerId)
    if (customerId === row.stripeCustomerId && accountId === row.stripeConnectAccountId) return row
    await this.#deps.replacement.replace(row, { accountId, ...(customerId === null ? {} : { customerId }) })
    const now = await repository.findById(this.#deps.db, row.id)
    if (!repository.isPublished(now) || now.status !== 'pending') throw new Refusal('PAYMENT_DECIDED')
    // The intent is being replaced at this moment.
    if (now.stripeCustomerId !== customerId || now.stripeConnectAccountId !== accountId) {
      throw new Refusal('PAYMENT_PAUSED')
    }
    return now
  }

  async #readOf(
    row: repository.PublishedRow,
    accountId: string,
  ): Promise<{ row: repository.PublishedRow; intent: Stripe.PaymentIntent }> {
    // Schedule a check before issuing the secret: the buyer may then pay without our noticing.
    await repository.scheduleCheck(this.#deps.db, row.id, CHECK_SOON_MS)
    const intent = await this.#deps.stripe.paymentIntents.retrieve(row.stripePaymentIntentId, { expand: ['customer'] })
    const { customer } = intent
    if (customer === null || typeof customer === 'string' || customer.deleted !== true) return { row, intent }
    await this.#deps.customers.forget(customer.id)
    return this.#readOf(await this.#withPresentParties(row, accountId), accountId)
  }

  /** Schedules a check soon. @throws Refusal CUSTOMER_NOT_FOUND, PAYMENT_DECIDED, PAYMENT_PAUSED */
  async read(row: repository.PublishedRow, accountId: string) {
    return this.#readOf(await this.#withPresentParties(row, accountId), accountId)
  }
}
