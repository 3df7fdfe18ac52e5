import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { IntentReplacementService } from '../attempts/intent-replacement.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import * as repository from '../settlement/payment-request.repository.ts'

/** Whoever has what it takes to pay does so within minutes, mostly: the request is checked this soon (ms). */
const CHECK_SOON_MS = 60_000

export interface PayableIntentServiceOptions {
  db: Database
  stripe: Stripe
  customers: Pick<CustomerService, 'ensure' | 'forget'>
  replacement: IntentReplacementService
}

/** The intent that a request is about to be paid with, of a customer and to an account that exist. */
export class PayableIntentService {
  readonly #deps: PayableIntentServiceOptions

  constructor(deps: PayableIntentServiceOptions) {
    this.#deps = deps
  }

  /** The request, with another intent where its customer or its seller's account is gone and has a successor. */
  async #withPresentParties(row: repository.PublishedRow, accountId: string): Promise<repository.PublishedRow> {
    // A seller's program names no customer.
    const customerId = row.stripeCustomerId === null ? null : await this.#deps.customers.ensure(row.buyerId)
    if (customerId === row.stripeCustomerId && accountId === row.stripeConnectAccountId) return row
    await this.#deps.replacement.replace(row, { accountId, ...(customerId === null ? {} : { customerId }) })
    const now = await repository.findById(this.#deps.db, row.id)
    if (!repository.isPublished(now) || now.status !== 'pending') throw new Refusal('PAYMENT_DECIDED')
    // Another intent takes its place at this moment.
    if (now.stripeCustomerId !== customerId || now.stripeConnectAccountId !== accountId) {
      throw new Refusal('PAYMENT_PAUSED')
    }
    return now
  }

  async #readOf(
    row: repository.PublishedRow,
    accountId: string,
  ): Promise<{ row: repository.PublishedRow; intent: Stripe.PaymentIntent }> {
    // Before it is handed out: from then on money may move without anybody telling us.
    await repository.scheduleCheck(this.#deps.db, row.id, CHECK_SOON_MS)
    const intent = await this.#deps.stripe.paymentIntents.retrieve(row.stripePaymentIntentId, { expand: ['customer'] })
    const { customer } = intent
    if (customer === null || typeof customer === 'string' || customer.deleted !== true) return { row, intent }
    await this.#deps.customers.forget(customer.id)
    return this.#readOf(await this.#withPresentParties(row, accountId), accountId)
  }

  /**
   * A pending request as it is by then, and its intent, which Stripe is asked for. From then on the request is looked at soon.
   * @param accountId the seller's account that can be paid now
   * @throws Refusal CUSTOMER_NOT_FOUND, PAYMENT_DECIDED, PAYMENT_PAUSED, PROVIDER_UNAVAILABLE; what Stripe's SDK throws
   */
  async read(row: repository.PublishedRow, accountId: string) {
    return this.#readOf(await this.#withPresentParties(row, accountId), accountId)
  }
}
