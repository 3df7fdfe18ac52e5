import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { IssuedClientSecrets } from '../attempts/issued-client-secrets.ts'
import {
  findPendingPaymentRequestsInClosedRoom,
  findPendingPaymentRequestsByPerson,
  recordCancellation,
  type PublishedRow,
} from '../settlement/payment-request.repository.ts'
import type { SettlementService } from '../settlement/settlement.service.ts'
import * as repository from './payment-cancellation.repository.ts'

interface PaymentCancellationServiceOptions {
  db: Database
  settlement: Pick<SettlementService, 'cancelPayment'>
  secrets: Pick<IssuedClientSecrets, 'cancelSetups'>
  logger: Logger
  recordFailure: RecordFailure
}

/** Cancels payments at Stripe after the commit. A row remains until Stripe confirms, because servers may stop. */
export class PaymentCancellationService {
  readonly #deps: PaymentCancellationServiceOptions
  readonly #underWay = new Set<Promise<void>>()

  constructor(deps: PaymentCancellationServiceOptions) {
    this.#deps = deps
  }

  /** A payment in progress stays pending, and is checked until it is paid or cancelled. */
  async #cancel(find: () => Promise<PublishedRow[]>, done: () => Promise<void>): Promise<void> {
    for (const row of await find()) {
      await recordCancellation(this.#deps.db, row.id, 'cancelled')
      await this.#deps.settlement.cancelPayment(row, 'abandoned')
    }
    if ((await find()).length === 0) await done()
  }

  #cancelBetween(pair: repository.CancellationRow): Promise<void> {
    return this.#cancel(
      () => findPendingPaymentRequestsInClosedRoom(this.#deps.db, pair.oneId, pair.otherId),
      () => repository.removeCancellation(this.#deps.db, pair),
    )
  }

  #cancelOf(person: repository.PersonCancellationRow): Promise<void> {
    return this.#cancel(
      () => findPendingPaymentRequestsByPerson(this.#deps.db, person.personId),
      async () => {
        await this.#deps.secrets.cancelSetups(person.personId)
        await repository.removePersonCancellation(this.#deps.db, person)
      },
    )
  }

  /** Runs in the background, because ending a contact must not wait for Stripe. */
  #soon(cancelling: Promise<void>): void {
    const work = cancelling.catch((error: unknown) => {
      this.#deps.logger.warn({ reason: describeError(error) }, 'cancelling payment requests failed: retried later')
      this.#deps.recordFailure('payment')
    })
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }

  async cancelAllBetween(tx: Transaction, afterCommit: AfterCommit, oneId: string, otherId: string): Promise<void> {
    const pair = await repository.insertCancellation(tx, oneId, otherId)
    afterCommit(() => this.#soon(this.#cancelBetween(pair)))
  }

  async cancelAllForPerson(tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> {
    const person = await repository.insertPersonCancellation(tx, personId)
    afterCommit(() => this.#soon(this.#cancelOf(person)))
  }

  async cancelDue(): Promise<void> {
    const once = { failure: 'payment', rounds: 1 } as const
    await drainQueue(this.#deps, repository.pairQueue, (pair) => this.#cancelBetween(pair), once)
    await drainQueue(this.#deps, repository.personQueue, (person) => this.#cancelOf(person), once)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }
}
