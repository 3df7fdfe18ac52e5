import type { NoteFailure } from '../../../failures.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { drain } from '../../../platform/jobs/drain.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { HandedOutSecrets } from '../attempts/handed-out-secrets.ts'
import {
  findPendingInClosed,
  findPendingOf,
  noteCancellation,
  type PublishedRow,
} from '../settlement/payment-request.repository.ts'
import type { SettlementService } from '../settlement/settlement.service.ts'
import * as repository from './payment-cancellation.repository.ts'

interface PaymentCancellationServiceOptions {
  db: Database
  settlement: Pick<SettlementService, 'cancelPayment'>
  secrets: Pick<HandedOutSecrets, 'cancelSetups'>
  logger: Logger
  noteFailure: NoteFailure
}

/**
 * Cancels what is pending between two people whose contact has ended. The payment provider hears of it after the commit,
 * and until it has, a row remembers the two: nothing is lost with a server, or while the provider is away.
 */
export class PaymentCancellationService {
  readonly #deps: PaymentCancellationServiceOptions
  readonly #underWay = new Set<Promise<void>>()

  constructor(deps: PaymentCancellationServiceOptions) {
    this.#deps = deps
  }

  /** What is being paid stays pending; it is looked at again until it is paid, and recorded, or cancelled. */
  async #cancel(find: () => Promise<PublishedRow[]>, done: () => Promise<void>): Promise<void> {
    for (const row of await find()) {
      await noteCancellation(this.#deps.db, row.id, 'cancelled')
      await this.#deps.settlement.cancelPayment(row, 'abandoned')
    }
    if ((await find()).length === 0) await done()
  }

  #cancelBetween(pair: repository.CancellationRow): Promise<void> {
    return this.#cancel(
      () => findPendingInClosed(this.#deps.db, pair.oneId, pair.otherId),
      () => repository.remove(this.#deps.db, pair),
    )
  }

  #cancelOf(person: repository.PersonCancellationRow): Promise<void> {
    return this.#cancel(
      () => findPendingOf(this.#deps.db, person.personId),
      async () => {
        await this.#deps.secrets.cancelSetups(person.personId)
        await repository.removeOf(this.#deps.db, person)
      },
    )
  }

  /** Nobody waits for the provider in order to be rid of somebody. */
  #soon(cancelling: Promise<void>): void {
    const work = cancelling.catch((error: unknown) => {
      this.#deps.logger.warn({ reason: describeError(error) }, 'payment requests are cancelled later')
      this.#deps.noteFailure('payment')
    })
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  /** Cancels what is pending between two people, soon after the transaction in which their contact ends. */
  async cancelAllBetween(tx: Transaction, afterCommit: AfterCommit, oneId: string, otherId: string): Promise<void> {
    const pair = await repository.begin(tx, oneId, otherId)
    afterCommit(() => this.#soon(this.#cancelBetween(pair)))
  }

  /** Cancels what one person asks for, or is asked for, and the cards that they are about to save, soon after the transaction in which they are kept out for good. */
  async cancelAllOf(tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> {
    const person = await repository.beginOf(tx, personId)
    afterCommit(() => this.#soon(this.#cancelOf(person)))
  }

  /** Does what was not done at once. */
  async cancelDue(): Promise<void> {
    const once = { failure: 'payment', rounds: 1 } as const
    await drain(this.#deps, repository.pairQueue, (pair) => this.#cancelBetween(pair), once)
    await drain(this.#deps, repository.personQueue, (person) => this.#cancelOf(person), once)
  }

  /** Lets what is under way finish. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}
