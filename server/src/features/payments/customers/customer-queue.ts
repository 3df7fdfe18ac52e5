import type { Jobs, QueueSettings } from '../../../platform/jobs/jobs.ts'
import type { CustomerService } from './customer.service.ts'

/** Ten tries within about half an hour. A person still without a customer gets one when it is first needed. */
const CUSTOMERS: QueueSettings = {
  retryLimit: 9,
  retryDelay: 5,
  retryDelayMax: 600,
  expireInSeconds: 60,
  deleteAfterSeconds: 3600,
}

/** Enqueues durably (spec 7, createStripeCustomer): sign-up neither waits for Stripe nor fails with it. */
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
