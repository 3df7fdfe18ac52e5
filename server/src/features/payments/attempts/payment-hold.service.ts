import { Refusal } from '@kundig/contract/errors'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { AccountRestrictions } from '../../safety/statements/restriction.service.ts'
import type { IssuedClientSecrets } from './issued-client-secrets.ts'
import * as repository from './payment-hold.repository.ts'

export interface PaymentHoldServiceOptions {
  db: Database
  restrictions: Pick<AccountRestrictions, 'find'>
  secrets: Pick<IssuedClientSecrets, 'withdraw' | 'withdrawSoon'>
  logger: Logger
  recordFailure: RecordFailure
}

/** Holds payments of suspended people. Requests get new intents, which work once both people may pay again. */
export class PaymentHoldService {
  readonly #deps: PaymentHoldServiceOptions

  constructor(deps: PaymentHoldServiceOptions) {
    this.#deps = deps
  }

  #withdrawalOf(pause: repository.PaymentHoldRow) {
    return {
      personId: pause.personId,
      why: { holdId: pause.id },
      find: () => repository.findRequestsAffectedByHold(this.#deps.db, pause),
      finish: () => repository.removeHold(this.#deps.db, pause.id),
    }
  }

  async holdAllForPerson(tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> {
    const pause = await repository.insertHold(tx, personId)
    afterCommit(() => this.#deps.secrets.withdrawSoon(this.#withdrawalOf(pause)))
  }

  /** Call after reading the intent or setup, which a later suspension replaces or cancels. @throws Refusal `code` */
  async refuseRestricted(personIds: readonly string[], code: 'PAYMENT_PAUSED' | 'SUSPENDED'): Promise<void> {
    for (const id of personIds)
      if ((await this.#deps.restrictions.find(this.#deps.db, id)).state !== 'good') throw new Refusal(code)
  }

  async withdrawDue(): Promise<void> {
    await drainQueue(
      this.#deps,
      repository.holdQueue,
      (pause) => this.#deps.secrets.withdraw(this.#withdrawalOf(pause)),
      {
        failure: 'payment',
        rounds: 1,
      },
    )
  }
}
