import type { Jobs, QueueSettings } from '../../../platform/jobs/jobs.ts'
import type { CustomerService } from './customer.service.ts'

/** Makes ten tries within about half an hour. After the last try, the customer is created when first needed. */
const CUSTOMERS: QueueSettings = {
  retryLimit: 9,
  retryDelay: 5,
  retryDelayMax: 600,
  expireInSeconds: 60,
  deleteAfterSeconds: 3600,
}

/** Creates customers from a durable queue (spec 7, createStripeCustomer), so sign-up does not depend on Stripe. */
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
