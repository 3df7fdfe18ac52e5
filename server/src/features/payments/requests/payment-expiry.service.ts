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

interface PaymentExpiryServiceOptions {
  db: Database
  settlement: Pick<SettlementService, 'cancelPayment' | 'remindOfEnd'>
  logger: Logger
  noteFailure: NoteFailure
}

/**
 * The end of requests for money that nobody paid, declined or withdrew in time, and the reminder before it. The payment is
 * cancelled first, so that a request is never paid and expired.
 */
export class PaymentExpiryService {
  readonly #deps: PaymentExpiryServiceOptions

  constructor(deps: PaymentExpiryServiceOptions) {
    this.#deps = deps
  }

  /**
   * Ends a request whose time is over. One that was paid is completed, and one whose money is on its way stays pending.
   * @throws what Stripe's SDK and the database throw; then it is tried again later
   */
  async expire(row: repository.PublishedRow): Promise<void> {
    await repository.noteCancellation(this.#deps.db, row.id, 'expired')
    await this.#deps.settlement.cancelPayment(row, 'abandoned')
  }

  async #advance(row: repository.PaymentRequestRow & { isOver: boolean }): Promise<void> {
    if (!repository.isPublished(row)) return
    try {
      await (row.isOver ? this.expire(row) : this.#deps.settlement.remindOfEnd(row))
    } catch (error) {
      const reason = describeError(error)
      this.#deps.logger.warn({ payment_request: row.id, reason }, 'a payment request is ended or reminded of later')
      this.#deps.noteFailure('payment')
    }
  }

  /** Ends what nobody paid in time, and reminds of what ends soon. */
  async advanceDue(leaving: AbortSignal): Promise<void> {
    while (!leaving.aborted) {
      const due = await repository.takeNextSteps(this.#deps.db, AT_A_TIME, PAUSE)
      await Promise.all(due.map((row) => this.#advance(row)))
      if (due.length < AT_A_TIME) break
    }
  }
}
