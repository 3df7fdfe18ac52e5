import { Refusal } from '@kundig/contract/errors'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { CARD_TESTING } from '../payments.limits.ts'
import type { IssuedClientSecrets } from './issued-client-secrets.ts'
import * as repository from './payment-block.repository.ts'

export interface PaymentBlockServiceOptions {
  db: Database
  secrets: Pick<IssuedClientSecrets, 'withdraw' | 'withdrawSoon'>
  logger: Logger
  recordFailure: RecordFailure
}

/** Blocks paying after too many declined cards. After the commit, replaces intents and cancels setups. */
export class PaymentBlockService {
  readonly #deps: PaymentBlockServiceOptions

  constructor(deps: PaymentBlockServiceOptions) {
    this.#deps = deps
  }

  #withdrawalOf(block: repository.PaymentBlockRow) {
    return {
      personId: block.personId,
      why: { blockId: block.id },
      find: () => repository.findRequestsAffectedByBlock(this.#deps.db, block),
      finish: () => repository.finishBlockCancellations(this.#deps.db, block.id),
    }
  }

  async blockIfDue(tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> {
    if (!(await repository.isBlockWarranted(tx, personId, CARD_TESTING))) return
    const block = await repository.insertBlock(tx, personId, CARD_TESTING.blockMs)
    afterCommit(() => {
      this.#deps.logger.warn({ person: personId, block: block.id }, 'paying blocked: too many cards declined')
      this.#deps.secrets.withdrawSoon(this.#withdrawalOf(block))
    })
  }

  /** @throws Refusal PAYING_BLOCKED for a blocked person, with the seconds until the block ends */
  async refuseBlocked(personId: string): Promise<void> {
    const block = await repository.findActiveBlock(this.#deps.db, personId)
    if (!block) return
    throw new Refusal('PAYING_BLOCKED', undefined, Math.max(1, Math.ceil((block.endsAt.getTime() - Date.now()) / 1000)))
  }

  async cancelDue(): Promise<void> {
    await drainQueue(
      this.#deps,
      repository.blockQueue,
      (block) => this.#deps.secrets.withdraw(this.#withdrawalOf(block)),
      {
        failure: 'payment',
        rounds: 1,
      },
    )
  }

  readonly ofOperators = {
    find: async (executor: Executor, personId: string): Promise<{ beganAt: Date; endsAt: Date } | null> =>
      (await repository.findActiveBlock(executor, personId)) ?? null,

    /** @throws Refusal PAYMENT_BLOCK_OVER without an active block */
    lift: async (tx: Executor, personId: string): Promise<void> => {
      if (!(await repository.liftBlock(tx, personId))) throw new Refusal('PAYMENT_BLOCK_OVER')
    },
  }
}
