import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import { createSingleFlight } from '../../../platform/jobs/single-flight.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { createIdempotent, stripeRefusal } from '../../../platform/stripe/stripe.ts'
import * as records from '../user-record.repository.ts'

export interface CustomerServiceOptions {
  db: Database
  stripe: Stripe
  logger: Logger
  /** The address of an account; null when there is no such account. */
  emailOf: (userId: string) => Promise<string | null>
}

/** Who pays: what Stripe calls a customer, one for each person. */
export function createCustomerService({ db, stripe, logger, emailOf }: CustomerServiceOptions) {
  const singleFlight = createSingleFlight<string>()

  const find = async (userId: string): Promise<string | null> =>
    (await records.findById(db, userId))?.stripeCustomerId ?? null

  async function make(userId: string): Promise<string> {
    const email = await emailOf(userId)
    if (email === null) throw new Refusal('CUSTOMER_NOT_FOUND')
    try {
      const { id } = await createIdempotent(`customer:${userId}`, (idempotencyKey) =>
        stripe.customers.create({ email, metadata: { user_id: userId } }, { idempotencyKey }),
      )
      return await records.keepCustomer(db, userId, id)
    } catch (error) {
      // Another server may have been faster.
      const known = await find(userId)
      if (known !== null) return known
      throw stripeRefusal(error, 'CUSTOMER_NOT_FOUND', logger)
    }
  }

  return {
    /** A person's customer id, or null as long as there is none. */
    find,

    /**
     * A person's customer id; the customer is made if there is none. Any number of calls at once make one.
     * @throws Refusal CUSTOMER_NOT_FOUND when it cannot be made, PROVIDER_UNAVAILABLE
     */
    ensure: async (userId: string): Promise<string> =>
      (await find(userId)) ?? (await singleFlight(userId, () => make(userId))),

    /** Whose customer this is; null for one that is nobody's here. */
    ownerOf: async (customerId: string): Promise<string | null> =>
      (await records.findByCustomer(db, customerId))?.id ?? null,
  }
}

export type CustomerService = ReturnType<typeof createCustomerService>
