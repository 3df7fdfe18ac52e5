import type { NoteFailure } from '../../../failures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import * as repository from './payment-request.repository.ts'
import type { SettlementService } from './settlement.service.ts'

const MINUTE_MS = 60_000
/** What could not be reminded of or ended is tried again, ever less often. */
const PAUSE = { firstMs: MINUTE_MS, longestMs: 24 * 60 * MINUTE_MS }
/** So many are taken at a time; another server takes the next ones. */
const AT_A_TIME = 10

/**
 * The end of requests for money that nobody paid, declined or withdrew in time, and the reminder before it. The payment is
 * cancelled first, so that a request is never paid and expired.
 */
export function createPaymentExpiryService({
  db,
  settlement,
  logger,
  noteFailure,
}: {
  db: Database
  settlement: Pick<SettlementService, 'cancelPayment' | 'remindOfEnd'>
  logger: Logger
  noteFailure: NoteFailure
}) {
  /**
   * Ends a request whose time is over. One that was paid is completed, and one whose money is on its way stays pending.
   * @throws what Stripe's SDK and the database throw; then it is tried again later
   */
  async function expire(row: repository.PublishedRow): Promise<void> {
    await repository.noteCancellation(db, row.id, 'expired')
    await settlement.cancelPayment(row, 'abandoned')
  }

  async function advance(row: repository.PaymentRequestRow & { isOver: boolean }): Promise<void> {
    if (!repository.isPublished(row)) return
    try {
      await (row.isOver ? expire(row) : settlement.remindOfEnd(row))
    } catch (error) {
      const reason = describeError(error)
      logger.warn({ payment_request: row.id, reason }, 'a payment request is ended or reminded of later')
      noteFailure('payment')
    }
  }

  return {
    expire,

    /** Ends what nobody paid in time, and reminds of what ends soon. */
    advanceDue: async (leaving: AbortSignal): Promise<void> => {
      while (!leaving.aborted) {
        const due = await repository.takeNextSteps(db, AT_A_TIME, PAUSE)
        await Promise.all(due.map(advance))
        if (due.length < AT_A_TIME) break
      }
    },
  }
}

export type PaymentExpiryService = ReturnType<typeof createPaymentExpiryService>
