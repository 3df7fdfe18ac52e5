import { Refusal } from '@kundig/contract/errors'
import { isAwaitingEvidence } from '@kundig/contract/refunds/dispute-life-cycle'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import * as repository from '../records/dispute.repository.ts'
import { findByRequest as findRefundsOf } from '../records/refund.repository.ts'
import type { DisputeService } from './dispute.service.ts'

export interface DisputeQueueServiceOptions {
  db: Database
  disputes: Pick<DisputeService, 'advanceOne'>
}

export class DisputeQueueService {
  readonly #deps: DisputeQueueServiceOptions

  constructor(deps: DisputeQueueServiceOptions) {
    this.#deps = deps
  }

  async find(readerId: string, id: string) {
    const dispute = await repository.findById(this.#deps.db, id)
    if (!dispute) return null
    const found =
      dispute.paymentRequestId === null ? undefined : await requests.findById(this.#deps.db, dispute.paymentRequestId)
    const payment = requests.isPublished(found) ? found : null
    if (payment && (payment.sellerId === readerId || payment.buyerId === readerId)) return null
    return { dispute, payment, refunds: payment ? await findRefundsOf(this.#deps.db, payment.id) : [] }
  }

  open(readerId: string, limit: number) {
    return repository.findOpen(this.#deps.db, readerId, limit)
  }

  /**
   * Evidence is submitted once per request of the bank. While Stripe is unreachable, it is sent later.
   * @throws Refusal DISPUTE_NOT_FOUND, DISPUTE_CLOSED
   */
  async submit(
    operatorId: string,
    { id, evidence }: { id: string; evidence: Record<string, string> },
    alongside: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    if (!(await this.find(operatorId, id))) throw new Refusal('DISPUTE_NOT_FOUND')
    await this.#deps.db.transaction(async (tx) => {
      const dispute = await repository.lockById(tx, id)
      if (!dispute || !isAwaitingEvidence(dispute.status) || dispute.submittedAt !== null) {
        throw new Refusal('DISPUTE_CLOSED')
      }
      await repository.updateDispute(tx, id, { evidence, submittedAt: new Date() })
      await repository.makeDisputeDue(tx, id)
      await alongside(tx)
    })
    await this.#deps.disputes.advanceOne(id)
    const after = await repository.findById(this.#deps.db, id)
    if (after && isAwaitingEvidence(after.status) && after.submittedAt === null) throw new Refusal('DISPUTE_CLOSED')
  }
}
