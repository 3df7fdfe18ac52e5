import type { Stripe } from 'stripe'

import type { NoteFailure } from '../../../failures.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import type { PublishedRow } from '../requests/payment-request.repository.ts'
import type { IntentReplacementService } from './intent-replacement.service.ts'

export interface HandedOutSecretsOptions {
  stripe: Stripe
  customers: Pick<CustomerService, 'find'>
  replacement: IntentReplacementService
  logger: Logger
  noteFailure: NoteFailure
}

/** What is to be made worthless of one person. */
interface Withdrawal {
  personId: string
  /** For what the intents are replaced, as the requests note it. */
  why: { blockId: string } | { pauseId: string }
  /** The requests whose intents are still to be replaced. */
  find: () => Promise<PublishedRow[]>
  /** Notes that nothing is left to do. */
  finish: () => Promise<void>
}

/**
 * Makes client secrets worthless that were handed out: the intents and card setups that they belong to are cancelled at Stripe. What
 * was paid first is recorded as paid, and a request that is pending has another intent from then on.
 */
export function createHandedOutSecrets(options: HandedOutSecretsOptions) {
  const { stripe, customers, replacement, logger, noteFailure } = options
  const underWay = new Set<Promise<void>>()

  async function cancelSetups(personId: string): Promise<void> {
    const customer = await customers.find(personId)
    if (customer === null) return
    for await (const setup of stripe.setupIntents.list({ customer, limit: 100 })) {
      if (setup.status.startsWith('requires_')) await cancelSetup(stripe, setup.id)
    }
  }

  async function cancelAll({ personId, why, find, finish }: Withdrawal): Promise<void> {
    const work = [cancelSetups(personId), ...(await find()).map((row) => replacement.replace(row, why))]
    const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    // What is being paid is looked at again until it is paid, or can be replaced.
    if ((await find()).length === 0) await finish()
  }

  /** Never throws: what cannot be done now is still due. */
  const withdraw = (withdrawal: Withdrawal): Promise<void> =>
    cancelAll(withdrawal).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'what somebody who is kept from it could pay is cancelled later')
      noteFailure('payment')
    })

  return {
    cancelSetups,
    withdraw,

    /** The same, while nobody waits for it. */
    withdrawSoon: (withdrawal: Withdrawal): void => {
      const work = withdraw(withdrawal)
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    },

    /** Lets what is under way finish. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay)
    },
  }
}

export type HandedOutSecrets = ReturnType<typeof createHandedOutSecrets>

/** One that has become a card meanwhile, or is cancelled, stays as it is. */
async function cancelSetup(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.setupIntents.cancel(id)
  } catch (error) {
    const { status } = await stripe.setupIntents.retrieve(id)
    if (status.startsWith('requires_')) throw error
  }
}
