import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import { createSingleFlight } from '../../../platform/jobs/single-flight.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import {
  createWithIdempotencyKey,
  isMissingObject,
  isMissingCustomer,
  toStripeRefusal,
} from '../../../platform/stripe/stripe.ts'
import type { OurAccountService } from '../our-account.service.ts'
import * as records from '../stripe-profile.repository.ts'

export interface CustomerServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  logger: Logger
  findEmail: (userId: string) => Promise<string | null>
}

/** Manages Stripe customers: one per person in each of our Stripe accounts. */
export class CustomerService {
  readonly #deps: CustomerServiceOptions
  readonly #singleFlight = createSingleFlight<string>()

  constructor(deps: CustomerServiceOptions) {
    this.#deps = deps
  }

  async find(userId: string): Promise<string | null> {
    return (await records.findById(this.#deps.db, userId, await this.#deps.ourAccount.now()))?.stripeCustomerId ?? null
  }

  async #make(userId: string): Promise<string> {
    const { findEmail, ourAccount, db, stripe, logger } = this.#deps
    const email = await findEmail(userId)
    if (email === null) throw new Refusal('CUSTOMER_NOT_FOUND')
    try {
      const ours = await ourAccount.now()
      const before = await records.countStripeLinks(db, userId, 'customer')
      // Needs a new idempotency key, because Stripe would return the deleted customer for a day under the old key.
      const key = before === 0 ? `customer:${userId}` : `customer:${userId}:${before}`
      const { id } = await createWithIdempotencyKey(key, (idempotencyKey) =>
        stripe.customers.create({ email, metadata: { user_id: userId } }, { idempotencyKey }),
      )
      return await db.transaction((tx) => records.saveStripeLink(tx, userId, 'customer', id, ours))
    } catch (error) {
      // Another server may have created the customer.
      const known = await this.find(userId)
      if (known !== null) return known
      throw toStripeRefusal(error, 'CUSTOMER_NOT_FOUND', logger)
    }
  }

  /** Concurrent calls create one customer. @throws Refusal CUSTOMER_NOT_FOUND, PROVIDER_UNAVAILABLE */
  async ensure(userId: string): Promise<string> {
    return (await this.find(userId)) ?? (await this.#singleFlight(userId, () => this.#make(userId)))
  }

  async forget(customerId: string): Promise<void> {
    const ours = await this.#deps.ourAccount.now()
    const isNew = await this.#deps.db.transaction((tx) => records.forgetStripeLink(tx, customerId, ours))
    if (isNew) this.#deps.logger.warn({ customer: customerId }, 'customer deleted at Stripe')
  }

  async forgetIfDeleted(customerId: string): Promise<void> {
    if ((await records.findOwner(this.#deps.db, 'customer', customerId, await this.#deps.ourAccount.now())) === null)
      return
    const isDeleted = await this.#deps.stripe.customers.retrieve(customerId).then(
      ({ deleted }) => deleted === true,
      (error: unknown) => {
        if (isMissingObject(error)) return true
        throw error
      },
    )
    if (isDeleted) await this.forget(customerId)
  }

  /** Replaces a customer deleted at Stripe, once. @throws what `call` throws; Refusal as `ensure` */
  async withCustomer<T>(userId: string, call: (customerId: string) => Promise<T>): Promise<T> {
    const customerId = await this.ensure(userId)
    try {
      return await call(customerId)
    } catch (error) {
      if (!isMissingCustomer(error)) throw error
      await this.forget(customerId)
      return call(await this.ensure(userId))
    }
  }

  async findOwner(customerId: string): Promise<string | null> {
    return records.findOwner(this.#deps.db, 'customer', customerId, await this.#deps.ourAccount.now())
  }
}
