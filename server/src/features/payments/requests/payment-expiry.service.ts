import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import * as repository from '../settlement/payment-request.repository.ts'
import type { SettlementService } from '../settlement/settlement.service.ts'

interface PaymentExpiryServiceOptions {
  db: Database
  settlement: Pick<SettlementService, 'cancelPayment' | 'remindOfEnd'>
  logger: Logger
  recordFailure: RecordFailure
}

/** Expires requests. Cancels the payment first, so that no paid request expires. */
export class PaymentExpiryService {
  readonly #deps: PaymentExpiryServiceOptions

  constructor(deps: PaymentExpiryServiceOptions) {
    this.#deps = deps
  }

  /** Completes a paid request. A request stays pending while its money is on its way. Errors are retried later. */
  async expire(row: repository.PublishedRow): Promise<void> {
    await repository.recordCancellation(this.#deps.db, row.id, 'expired')
    await this.#deps.settlement.cancelPayment(row, 'abandoned')
  }

  async #advance(row: repository.PaymentRequestRow): Promise<void> {
    if (!repository.isPublished(row)) return
    await ((await repository.hasExpired(this.#deps.db, row.id))
      ? this.expire(row)
      : this.#deps.settlement.remindOfEnd(row))
  }

  async advanceDue(leaving: AbortSignal): Promise<void> {
    await drainQueue(this.#deps, repository.nextStepQueue, (row) => this.#advance(row), { failure: 'payment', leaving })
  }
}
