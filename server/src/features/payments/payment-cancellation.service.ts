import type { Stripe } from 'stripe'

import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import * as repository from './payment-cancellation.repository.ts'
import { cancelIntent } from './payment-intent.ts'
import { findPendingInClosed, noteCancellation } from './payment-request.repository.ts'
import type { SettlementService } from './settlement.service.ts'

/** So many pairs are taken at a time; another server takes the next ones. */
const AT_A_TIME = 10

/**
 * Cancels what is pending between two people whose contact has ended. The payment provider hears of it after the commit,
 * and until it has, a row remembers the two: nothing is lost with a server, or while the provider is away.
 */
export function createPaymentCancellationService({
  db,
  stripe,
  settlement,
  logger,
}: {
  db: Database
  stripe: Stripe
  settlement: Pick<SettlementService, 'settleBy'>
  logger: Logger
}) {
  const underWay = new Set<Promise<void>>()

  /** What is being paid stays pending; it is looked at again until it is paid, and recorded, or cancelled. */
  async function cancel(pair: repository.CancellationRow): Promise<void> {
    const { oneId, otherId } = pair
    for (const row of await findPendingInClosed(db, oneId, otherId)) {
      await noteCancellation(db, row.id, 'cancelled')
      await settlement.settleBy(row, await cancelIntent(stripe, row.stripePaymentIntentId, 'abandoned'))
    }
    if ((await findPendingInClosed(db, oneId, otherId)).length === 0) await repository.remove(db, pair)
  }

  const tryToCancel = (pair: repository.CancellationRow): Promise<void> =>
    cancel(pair).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'payment requests are cancelled later')
    })

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

    /** Cancels what one person asks for, or is asked for, soon after the transaction in which they are kept out for good. */
    cancelAllOf: async (tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> => {
      const person = await repository.beginOf(tx, personId)
      afterCommit(() => soon(cancelOf(person)))
    },

    /** Does what was not done at once. */
    cancelDue: async (): Promise<void> => {
      await Promise.all((await repository.takeDue(db, AT_A_TIME)).map(tryToCancel))
    },

    /** Lets what is under way finish. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay)
    },
  }
}

export type PaymentCancellationService = ReturnType<typeof createPaymentCancellationService>
