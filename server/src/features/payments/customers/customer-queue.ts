import type { Jobs, QueueSettings } from '../../../platform/jobs/jobs.ts'
import type { CustomerService } from './customer.service.ts'

/** Some ten tries in about half an hour. Whoever has no customer by then gets one when it is first needed. */
const CUSTOMERS: QueueSettings = {
  retryLimit: 9,
  retryDelay: 5,
  retryDelayMax: 600,
  expireInSeconds: 60,
  deleteAfterSeconds: 3600,
}

/**
 * Makes customers of people who sign up (spec 7, createStripeCustomer), in the background: a sign-up neither waits for
 * Stripe nor fails with it.
 * @returns takes one person; durable once it resolves
 */
export async function createCustomerQueue({
  jobs,
  customers,
}: {
  jobs: Jobs
  customers: CustomerService
}): Promise<(userId: string) => Promise<void>> {
  const enqueue = await jobs.queue<{ userId: string }>('stripe-customer', CUSTOMERS, async ({ userId }) => {
    await customers.ensure(userId)
  })
  return (userId) => enqueue({ userId })
}
