import type { Stripe } from 'stripe'

import type { RecordFailure } from '../../../failure-metrics.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import type { PublishedRow } from '../settlement/payment-request.repository.ts'
import type { IntentReplacementService } from './intent-replacement.service.ts'

export interface IssuedClientSecretsOptions {
  stripe: Stripe
  customers: Pick<CustomerService, 'find'>
  replacement: IntentReplacementService
  logger: Logger
  recordFailure: RecordFailure
}

interface Withdrawal {
  personId: string
  /** Reason stored with each request, to recognise replaced intents. */
  why: { blockId: string } | { holdId: string }
  find: () => Promise<PublishedRow[]>
  finish: () => Promise<void>
}

/** Invalidates client secrets by replacing the intents of pending requests. Records payments that were made before. */
export class IssuedClientSecrets {
  readonly #deps: IssuedClientSecretsOptions
  readonly #underWay = new Set<Promise<void>>()

  constructor(deps: IssuedClientSecretsOptions) {
    this.#deps = deps
  }

  async cancelSetups(personId: string): Promise<void> {
    const customer = await this.#deps.customers.find(personId)
    if (customer === null) return
    for await (const setup of this.#deps.stripe.setupIntents.list({ customer, limit: 100 })) {
      if (setup.status.startsWith('requires_')) await cancelSetup(this.#deps.stripe, setup.id)
    }
  }

  /** @throws what Stripe and the database throw; the withdrawal then stays due */
  async withdraw({ personId, why, find, finish }: Withdrawal): Promise<void> {
    const work = [this.cancelSetups(personId), ...(await find()).map((row) => this.#deps.replacement.replace(row, why))]
    const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    // The withdrawal stays due while a payment is in progress, until the request is paid or its intent replaced.
    if ((await find()).length === 0) await finish()
  }

  /** Never throws. */
  withdrawSoon(withdrawal: Withdrawal): void {
    const work = this.withdraw(withdrawal).catch((error: unknown) => {
      this.#deps.logger.warn({ reason: describeError(error) }, 'withdrawal of client secrets deferred')
      this.#deps.recordFailure('payment')
    })
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}

/** Cancels a card setup, unless it succeeded or is already cancelled. */
async function cancelSetup(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.setupIntents.cancel(id)
  } catch (error) {
    const { status } = await stripe.setupIntents.retrieve(id)
    if (status.startsWith('requires_')) throw error
  }
}
