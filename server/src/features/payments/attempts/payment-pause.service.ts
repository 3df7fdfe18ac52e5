import { Refusal } from '@kundig/contract/errors'

import type { NoteFailure } from '../../../failures.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { drain } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { StandingReader } from '../../safety/statements/standing.service.ts'
import type { HandedOutSecrets } from './handed-out-secrets.ts'
import * as repository from './payment-pause.repository.ts'

export interface PaymentPauseServiceOptions {
  db: Database
  standing: Pick<StandingReader, 'of'>
  secrets: Pick<HandedOutSecrets, 'withdraw' | 'withdrawSoon'>
  logger: Logger
  noteFailure: NoteFailure
}

/**
 * Prevents payments to and by suspended people with client secrets issued earlier. A request stays pending with another
 * intent. Its secret is not issued until both people may pay again.
 */
export class PaymentPauseService {
  readonly #deps: PaymentPauseServiceOptions

  constructor(deps: PaymentPauseServiceOptions) {
    this.#deps = deps
  }

  #withdrawalOf(pause: repository.PaymentPauseRow) {
    return {
      personId: pause.personId,
      why: { pauseId: pause.id },
      find: () => repository.findToReplace(this.#deps.db, pause),
      finish: () => repository.remove(this.#deps.db, pause.id),
    }
  }

  /** Invalidates the client secrets of a person whom this transaction suspends, soon after its commit. */
  async pauseAllOf(tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> {
    const pause = await repository.begin(tx, personId)
    afterCommit(() => this.#deps.secrets.withdrawSoon(this.#withdrawalOf(pause)))
  }

  /**
   * Call before issuing a secret, after reading its intent or setup: a suspension replaces the intents, and cancels the
   * setups, that existed when it began.
   * @throws Refusal `code` when one of these people is suspended or banned
   */
  async refuseRestricted(personIds: readonly string[], code: 'PAYMENT_PAUSED' | 'SUSPENDED'): Promise<void> {
    for (const id of personIds)
      if ((await this.#deps.standing.of(this.#deps.db, id)).state !== 'good') throw new Refusal(code)
  }

  /** Retries unfinished withdrawals. */
  async withdrawDue(): Promise<void> {
    await drain(this.#deps, repository.pauseQueue, (pause) => this.#deps.secrets.withdraw(this.#withdrawalOf(pause)), {
      failure: 'payment',
      rounds: 1,
    })
  }
}
