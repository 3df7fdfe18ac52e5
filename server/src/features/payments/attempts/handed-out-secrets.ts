import type { Stripe } from 'stripe'

import type { NoteFailure } from '../../../failures.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import type { PublishedRow } from '../settlement/payment-request.repository.ts'
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
export class HandedOutSecrets {
  readonly #deps: HandedOutSecretsOptions
  readonly #underWay = new Set<Promise<void>>()

  constructor(deps: HandedOutSecretsOptions) {
    this.#deps = deps
  }

  async cancelSetups(personId: string): Promise<void> {
    const customer = await this.#deps.customers.find(personId)
    if (customer === null) return
    for await (const setup of this.#deps.stripe.setupIntents.list({ customer, limit: 100 })) {
      if (setup.status.startsWith('requires_')) await cancelSetup(this.#deps.stripe, setup.id)
    }
  }

  /** @throws what Stripe and the database throw: what cannot be done now is still due */
  async withdraw({ personId, why, find, finish }: Withdrawal): Promise<void> {
    const work = [this.cancelSetups(personId), ...(await find()).map((row) => this.#deps.replacement.replace(row, why))]
    const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    // What is being paid is looked at again until it is paid, or can be replaced.
    if ((await find()).length === 0) await finish()
  }

  /** The same, while nobody waits for it; never throws. */
  withdrawSoon(withdrawal: Withdrawal): void {
    const work = this.withdraw(withdrawal).catch((error: unknown) => {
      this.#deps.logger.warn(
        { reason: describeError(error) },
        'what somebody who is kept from it could pay is cancelled later',
      )
      this.#deps.noteFailure('payment')
    })
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  /** Lets what is under way finish. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}

/** One that has become a card meanwhile, or is cancelled, stays as it is. */
async function cancelSetup(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.setupIntents.cancel(id)
  } catch (error) {
    const { status } = await stripe.setupIntents.retrieve(id)
    if (status.startsWith('requires_')) throw error
  }
}
