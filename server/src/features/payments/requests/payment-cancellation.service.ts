import type { NoteFailure } from '../../../failures.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { HandedOutSecrets } from '../attempts/handed-out-secrets.ts'
import * as repository from './payment-cancellation.repository.ts'
import {
  findPendingInClosed,
  findPendingOf,
  noteCancellation,
  type PublishedRow,
} from './payment-request.repository.ts'
import type { SettlementService } from './settlement.service.ts'

/** So many pairs, and so many people, are taken at a time; another server takes the next ones. */
const AT_A_TIME = 10

/**
 * Cancels what is pending between two people whose contact has ended. The payment provider hears of it after the commit,
 * and until it has, a row remembers the two: nothing is lost with a server, or while the provider is away.
 */
export function createPaymentCancellationService({
  db,
  settlement,
  secrets,
  logger,
  noteFailure,
}: {
  db: Database
  settlement: Pick<SettlementService, 'cancelPayment'>
  secrets: Pick<HandedOutSecrets, 'cancelSetups'>
  logger: Logger
  noteFailure: NoteFailure
}) {
  const underWay = new Set<Promise<void>>()

  /** What is being paid stays pending; it is looked at again until it is paid, and recorded, or cancelled. */
  async function cancel(find: () => Promise<PublishedRow[]>, done: () => Promise<void>): Promise<void> {
    for (const row of await find()) {
      await noteCancellation(db, row.id, 'cancelled')
      await settlement.cancelPayment(row, 'abandoned')
    }
    if ((await find()).length === 0) await done()
  }

  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'payment requests are cancelled later')
      noteFailure('payment')
    })
  const cancelBetween = (pair: repository.CancellationRow): Promise<void> =>
    attempt(
      cancel(
        () => findPendingInClosed(db, pair.oneId, pair.otherId),
        () => repository.remove(db, pair),
      ),
    )
  const cancelOf = (person: repository.PersonCancellationRow): Promise<void> =>
    attempt(
      cancel(
        () => findPendingOf(db, person.personId),
        async () => {
          await secrets.cancelSetups(person.personId)
          await repository.removeOf(db, person)
        },
      ),
    )
  /** Nobody waits for the provider in order to be rid of somebody. */
  const soon = (work: Promise<void>): void => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  return {
    /** Cancels what is pending between two people, soon after the transaction in which their contact ends. */
    cancelAllBetween: async (
      tx: Transaction,
      afterCommit: AfterCommit,
      oneId: string,
      otherId: string,
    ): Promise<void> => {
      const pair = await repository.begin(tx, oneId, otherId)
      afterCommit(() => soon(cancelBetween(pair)))
    },

    /** Cancels what one person asks for, or is asked for, and the cards that they are about to save, soon after the transaction in which they are kept out for good. */
    cancelAllOf: async (tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> => {
      const person = await repository.beginOf(tx, personId)
      afterCommit(() => soon(cancelOf(person)))
    },

    /** Does what was not done at once. */
    cancelDue: async (): Promise<void> => {
      await Promise.all((await repository.takeDue(db, AT_A_TIME)).map(cancelBetween))
      await Promise.all((await repository.takeDueOfPeople(db, AT_A_TIME)).map(cancelOf))
    },

    /** Lets what is under way finish. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay)
    },
  }
}

export type PaymentCancellationService = ReturnType<typeof createPaymentCancellationService>
